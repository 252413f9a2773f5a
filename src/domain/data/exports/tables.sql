-- The exports of the realm's data. `DataExport` explains the columns.
CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL,
  export_type INTEGER NOT NULL,
  export_time INTEGER NOT NULL,
  realm_url TEXT NOT NULL,
  secret TEXT NOT NULL,
  last_message_id INTEGER NOT NULL,
  consenting_users BLOB NOT NULL, -- a set of user ids, as runs; empty after the end
  part TEXT NOT NULL,
  after_id INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER, -- NULL: finished
  failed_timestamp INTEGER,
  deleted_timestamp INTEGER
) STRICT;

CREATE INDEX exports_due ON exports (due_at) WHERE due_at IS NOT NULL;

-- The names of the files that an export has in R2.
CREATE TABLE export_files (
  export_id INTEGER NOT NULL,
  position INTEGER NOT NULL, -- in the archive
  name TEXT NOT NULL,
  PRIMARY KEY (export_id, position)
) STRICT, WITHOUT ROWID;
