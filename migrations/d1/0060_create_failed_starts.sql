-- The realms whose object could not start, for operators. A realm that saved its figures later has started again.
CREATE TABLE failed_starts (
  realm_id TEXT PRIMARY KEY,
  failed_at INTEGER NOT NULL, -- the last time
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
