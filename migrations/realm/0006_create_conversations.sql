CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  stream_id INTEGER,
  topic TEXT,
  topic_key TEXT,
  people TEXT,
  min_id INTEGER NOT NULL,
  max_id INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX topics_by_name ON conversations (stream_id, topic_key) WHERE stream_id IS NOT NULL;
CREATE UNIQUE INDEX direct_by_people ON conversations (people) WHERE people IS NOT NULL;

CREATE TABLE participants (
  user_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;
