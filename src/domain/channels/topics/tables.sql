CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  stream_id INTEGER,
  topic TEXT,
  topic_key TEXT,
  people TEXT,
  min_id INTEGER NOT NULL,
  max_id INTEGER NOT NULL,
  is_mixed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX topics_by_name ON conversations (stream_id, topic_key) WHERE stream_id IS NOT NULL;

CREATE UNIQUE INDEX direct_by_people ON conversations (people) WHERE people IS NOT NULL;

CREATE INDEX topics_from_elsewhere ON conversations (id) WHERE is_mixed = 2;

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
  notice_id INTEGER
) STRICT;

CREATE TABLE segments (
  thread_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  moves TEXT NOT NULL,
  PRIMARY KEY (thread_id, from_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX segments_by_conversation ON segments (conversation_id);
