CREATE TABLE doomed_files (
  key TEXT PRIMARY KEY,
  doomed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX doomed_files_by_time ON doomed_files (doomed_at);

CREATE TABLE file_secret (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  secret TEXT NOT NULL
) STRICT;
