CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  key INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  reserved INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE emails (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  keep_until INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX emails_due ON emails (due_at);

CREATE TABLE mailbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  sent_at INTEGER NOT NULL,
  sent TEXT NOT NULL
) STRICT;

CREATE TABLE refused_rows (
  target TEXT NOT NULL,
  key INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  retry_at INTEGER, -- null: parked
  refused_at INTEGER NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (target, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX refused_rows_by_retry ON refused_rows (retry_at);
