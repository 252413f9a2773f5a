-- Outbox rows that D1 refused when they were sent alone. They are tried again apart from the outbox, which goes on without them.
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
