-- The realm's icon and logos, where it has its own. The version grows with every change, also with going back.
CREATE TABLE realm_pictures (
  kind TEXT PRIMARY KEY,
  picture TEXT,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Files that come in pieces, over several requests. What has come and does not fill a part of R2's waits beside it.
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
