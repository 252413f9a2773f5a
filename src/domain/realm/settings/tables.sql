-- The facts about the realm itself, in one row.
CREATE TABLE realm (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  string_id TEXT NOT NULL, -- the name of the realm in hosts and in D1
  host TEXT NOT NULL, -- where the realm was created. Dummy addresses and bot addresses end in it, so it never changes
  created_at INTEGER NOT NULL,
  is_deactivated INTEGER NOT NULL
) STRICT;

-- The settings and permissions that differ from their initial values.
CREATE TABLE realm_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- The versions of the server under which the realm ran.
CREATE TABLE server_generations (
  generation INTEGER PRIMARY KEY, -- the second at which the realm first ran under the version
  version TEXT NOT NULL
) STRICT;
