-- Rows that D1 does not have yet.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  target TEXT NOT NULL, -- the D1 table
  key INTEGER NOT NULL,
  version INTEGER NOT NULL, -- a newer version replaces an older one
  body TEXT NOT NULL -- JSON: the columns
) STRICT;

-- Named numbers: the last id of something, or how far some work has come.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Emails that were not sent yet.
CREATE TABLE emails (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL, -- JSON: sender, recipient, subject and paragraphs
  due_at INTEGER NOT NULL,
  keep_until INTEGER NOT NULL, -- an email that cannot be sent by then is deleted
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX emails_due ON emails (due_at);

-- The last emails of a development server, which sends none.
CREATE TABLE mailbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  sent_at INTEGER NOT NULL,
  sent TEXT NOT NULL -- JSON: the rendered email
) STRICT;

-- Outbox rows that D1 refused while it accepted others.
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
