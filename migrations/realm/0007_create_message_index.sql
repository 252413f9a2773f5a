CREATE TABLE message_index (
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  traits INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_conversation ON message_index (conversation_id);
CREATE INDEX messages_by_sender ON message_index (sender_id);

CREATE TABLE mentions (
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_user ON mentions (user_id);

CREATE TABLE marks (
  user_id INTEGER NOT NULL,
  flag TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, flag, chunk)
) STRICT, WITHOUT ROWID;

CREATE TABLE unread_floors (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL
) STRICT;

CREATE TABLE group_mentions (
  message_id INTEGER PRIMARY KEY,
  people BLOB NOT NULL
) STRICT;
