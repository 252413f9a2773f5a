CREATE TABLE muted_users (
  user_id INTEGER NOT NULL, -- the user who mutes
  muted_user_id INTEGER NOT NULL,
  muted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX muted_users_by_muted ON muted_users (muted_user_id);
