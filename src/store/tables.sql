-- The rows that D1 does not have yet. See outbox.ts.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  target TEXT NOT NULL, -- the D1 table
  key INTEGER NOT NULL, -- the id of the row in the realm
  version INTEGER NOT NULL, -- increases with each change of the same row
  body TEXT NOT NULL -- JSON: the columns of the row
) STRICT;

-- Named numbers, such as the last id of a kind or the time of the last measurement.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The emails that were not sent yet. See email-queue.ts.
CREATE TABLE emails (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL, -- JSON: an Email, in which links have seeds instead of secrets
  due_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, -- not sent after this time
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT -- why the last attempt failed
) STRICT;

CREATE INDEX emails_due ON emails (due_at);

-- The addresses that refused an email for ever. See email-suppressions.ts.
CREATE TABLE suppressed_addresses (
  address_key TEXT PRIMARY KEY, -- in lower case
  suppressed_at INTEGER NOT NULL,
  error TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many notifications of each day reached which end. See delivery-figures.ts.
CREATE TABLE delivery_figures (
  day INTEGER NOT NULL, -- days since 1970
  medium TEXT NOT NULL,
  outcome TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, medium, outcome)
) STRICT, WITHOUT ROWID;

-- The emails that a development server would have sent.
CREATE TABLE mailbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  sent_at INTEGER NOT NULL,
  sent TEXT NOT NULL -- JSON: a RenderedEmail
) STRICT;

-- The outbox rows that D1 refused alone, in their newest version. See refused-rows.ts.
CREATE TABLE refused_rows (
  target TEXT NOT NULL,
  key INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  retry_at INTEGER, -- null: parked, so only an administrator's request sends the row again
  refused_at INTEGER NOT NULL, -- the first time
  error TEXT NOT NULL, -- the last one
  PRIMARY KEY (target, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX refused_rows_by_retry ON refused_rows (retry_at);
