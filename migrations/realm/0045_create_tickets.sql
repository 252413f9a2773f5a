CREATE TABLE tickets (
  ticket_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  queue_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
