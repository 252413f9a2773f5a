-- The copies of the realm in the second bucket, which the alarm makes each night.
CREATE TABLE nightly_copies (
  night INTEGER PRIMARY KEY, -- days since 1970 in UTC
  begun_at INTEGER NOT NULL,
  finished_at INTEGER, -- NULL: in progress
  marker TEXT NOT NULL, -- JSON: what the copy says about the realm, from its beginning
  list TEXT NOT NULL, -- the list in progress
  after TEXT NOT NULL, -- JSON: where the list continues; null at its beginning
  last_event_id INTEGER NOT NULL, -- at the end of the copy
  files_wait INTEGER NOT NULL -- 1: at the end of the copy, files waited for their deletion
) STRICT;

CREATE TABLE nightly_copy_files (
  night INTEGER NOT NULL,
  position INTEGER NOT NULL,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  rows INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (night, position)
) STRICT, WITHOUT ROWID;
