-- Topics of channels, and direct conversations.
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  stream_id INTEGER, -- NULL for direct messages
  topic TEXT, -- as the last message spelled it
  topic_key TEXT, -- the topic in lower case: topics are compared without case
  people TEXT, -- JSON: the ascending ids of the users of a direct conversation, the sender included
  min_id INTEGER NOT NULL, -- the first message
  max_id INTEGER NOT NULL, -- the last message
  moved TEXT NOT NULL DEFAULT 'never' -- or 'within_channel', 'across_channels': whether messages moved in or out
) STRICT;

CREATE UNIQUE INDEX topics_by_name ON conversations (stream_id, topic_key) WHERE stream_id IS NOT NULL;

CREATE UNIQUE INDEX direct_by_people ON conversations (people) WHERE people IS NOT NULL;

CREATE INDEX topics_with_moved_in_messages ON conversations (id) WHERE moved = 'across_channels';

-- The users of direct conversations, to find the conversations of a user.
CREATE TABLE participants (
  user_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;

-- One row for each request that moved messages to another topic or channel.
CREATE TABLE moves (
  id INTEGER PRIMARY KEY, -- the last event before the move
  user_id INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  stream_id INTEGER NOT NULL,
  topic TEXT NOT NULL,
  new_stream_id INTEGER NOT NULL,
  new_topic TEXT NOT NULL,
  bot_message_id INTEGER -- the message about the move, if a later move may delete it
) STRICT;

-- Where moved messages are: those that were sent to one conversation (the origin), between two ids.
CREATE TABLE segments (
  origin_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL, -- the conversation in which they are now
  moves TEXT NOT NULL, -- JSON: the ids of the moves that brought them there
  PRIMARY KEY (origin_id, from_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX segments_by_conversation ON segments (conversation_id);
