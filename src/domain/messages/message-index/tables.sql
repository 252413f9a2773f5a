CREATE TABLE message_index (
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  traits INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_conversation ON message_index (conversation_id);

CREATE INDEX messages_by_sender ON message_index (sender_id);

CREATE INDEX messages_with_links ON message_index (id) WHERE traits & 1;

CREATE INDEX messages_with_images ON message_index (id) WHERE traits & 2;

CREATE INDEX messages_with_attachments ON message_index (id) WHERE traits & 4;

CREATE INDEX messages_with_reactions ON message_index (id) WHERE traits & 8;

CREATE INDEX messages_mentioning_many ON message_index (id) WHERE traits & 176;

CREATE TABLE mentions (
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_user ON mentions (user_id);

CREATE TABLE group_mentions (
  message_id INTEGER PRIMARY KEY,
  user_ids BLOB NOT NULL
) STRICT;

CREATE TABLE topic_mentions (
  message_id INTEGER PRIMARY KEY,
  user_ids BLOB NOT NULL
) STRICT;
