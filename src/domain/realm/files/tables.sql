-- Files in R2 that have no use any more.
CREATE TABLE files_to_delete (
  key TEXT PRIMARY KEY, -- of the file in R2
  delete_at INTEGER NOT NULL -- UNIX seconds. Until then, a new use of the file can cancel the deletion
) STRICT, WITHOUT ROWID;

CREATE INDEX files_to_delete_by_time ON files_to_delete (delete_at);

CREATE TABLE file_secret (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  secret TEXT NOT NULL -- signs temporary links to files
) STRICT;
