CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  recipients TEXT NOT NULL,
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  timestamp INTEGER NOT NULL
) STRICT;

CREATE INDEX drafts_by_user ON drafts (user_id, timestamp);
