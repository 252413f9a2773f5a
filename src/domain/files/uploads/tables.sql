CREATE TABLE resumable_uploads (
  upload_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  size INTEGER NOT NULL,
  arrived INTEGER NOT NULL,
  r2_upload_id TEXT,
  parts TEXT NOT NULL,
  writer TEXT,
  written_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);

CREATE INDEX resumable_uploads_by_user ON resumable_uploads (user_id);
