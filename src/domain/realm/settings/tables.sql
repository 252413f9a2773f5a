CREATE TABLE realm (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  string_id TEXT NOT NULL,
  host TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  is_deactivated INTEGER NOT NULL
) STRICT;

CREATE TABLE realm_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE server_generations (
  generation INTEGER PRIMARY KEY,
  version TEXT NOT NULL
) STRICT;
