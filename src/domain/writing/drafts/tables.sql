-- Messages that users have begun to write, for users who synchronize drafts between their devices.
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
  user_id INTEGER NOT NULL,
  type TEXT NOT NULL, -- 'stream', 'private', or '' for no recipient yet
  recipients TEXT NOT NULL, -- a JSON list: the id of a channel, or the ids of users
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  timestamp INTEGER NOT NULL -- of the last edit
) STRICT;

CREATE INDEX drafts_by_user ON drafts (user_id, timestamp);
