-- One row for each message, without its body: see `message.ts`.
CREATE TABLE message_index (
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL, -- the conversation to which the message was sent; a move does not change it
  sender_id INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  index_flags INTEGER NOT NULL -- bits of IndexFlag
) STRICT;

CREATE INDEX messages_by_conversation ON message_index (conversation_id);

CREATE INDEX messages_by_sender ON message_index (sender_id);

CREATE INDEX messages_with_links ON message_index (id) WHERE index_flags & 1;

CREATE INDEX messages_with_images ON message_index (id) WHERE index_flags & 2;

CREATE INDEX messages_with_attachments ON message_index (id) WHERE index_flags & 4;

CREATE INDEX messages_with_reactions ON message_index (id) WHERE index_flags & 8;

-- Mentions of a channel, a topic or a group: channelWildcard, topicWildcard and groupMentioned.
CREATE INDEX messages_mentioning_many ON message_index (id) WHERE index_flags & 176;

-- The users whom a message mentions by name.
CREATE TABLE mentions (
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mentions_by_user ON mentions (user_id);

-- The users whom a message mentions through a group, when it was sent.
CREATE TABLE group_mentions (
  message_id INTEGER PRIMARY KEY,
  user_ids BLOB NOT NULL -- a set of ids: see `id-set.ts`
) STRICT;

-- The users whom `@**topic**` mentions, if they do not follow from the senders of the conversation.
CREATE TABLE topic_mentions (
  message_id INTEGER PRIMARY KEY,
  user_ids BLOB NOT NULL
) STRICT;

-- Which messages were sent to which conversation, again, in chunks of 2,048 ids: see `sent-ids.ts`.
CREATE TABLE sent_ids (
  chunk INTEGER PRIMARY KEY,
  up_to INTEGER NOT NULL, -- later messages of the chunk are only in the message index
  origins BLOB NOT NULL -- the offsets of the messages of each conversation: see `encodeGroups`
) STRICT;
