-- The uploads that clients send in pieces, by the tus protocol. A finished upload becomes an attachment and loses its row.
CREATE TABLE resumable_uploads (
  upload_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  metadata TEXT NOT NULL, -- the header Upload-Metadata
  size INTEGER NOT NULL, -- as the client announced it
  stored_bytes INTEGER NOT NULL, -- the offset at which the next piece begins
  r2_upload_id TEXT, -- of R2's multipart upload; NULL: no part is full yet
  parts TEXT NOT NULL, -- JSON: the parts that R2 has
  writer TEXT, -- the request that stores a piece at this moment
  written_at INTEGER NOT NULL, -- when a writer last reported progress
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);

CREATE INDEX resumable_uploads_by_user ON resumable_uploads (user_id);
