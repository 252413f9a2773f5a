CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL,
  export_type INTEGER NOT NULL,
  export_time INTEGER NOT NULL,
  realm_url TEXT NOT NULL,
  secret TEXT NOT NULL,
  up_to INTEGER NOT NULL,
  consented BLOB NOT NULL,
  part TEXT NOT NULL,
  after_id INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  failed_timestamp INTEGER,
  deleted_timestamp INTEGER
) STRICT;

CREATE INDEX exports_due ON exports (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE export_files (
  export_id INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (export_id, nth)
) STRICT, WITHOUT ROWID;
