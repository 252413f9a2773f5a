CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  stream_id INTEGER,
  topic TEXT,
  topic_key TEXT,
  people TEXT,
  min_id INTEGER NOT NULL,
  max_id INTEGER NOT NULL,
  moved TEXT NOT NULL DEFAULT 'never'
) STRICT;

CREATE UNIQUE INDEX topics_by_name ON conversations (stream_id, topic_key) WHERE stream_id IS NOT NULL;

CREATE UNIQUE INDEX direct_by_people ON conversations (people) WHERE people IS NOT NULL;

CREATE INDEX topics_with_moved_in_messages ON conversations (id) WHERE moved = 'across_channels';

CREATE TABLE participants (
  user_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE moves (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  stream_id INTEGER NOT NULL,
  topic TEXT NOT NULL,
  new_stream_id INTEGER NOT NULL,
  new_topic TEXT NOT NULL,
  bot_message_id INTEGER
) STRICT;

CREATE TABLE segments (
  origin_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  moves TEXT NOT NULL,
  PRIMARY KEY (origin_id, from_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX segments_by_conversation ON segments (conversation_id);
