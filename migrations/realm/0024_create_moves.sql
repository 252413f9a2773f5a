-- Each time that messages were moved: one row, however many they were. Its id is that of the event as of which they went.
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

-- Where the messages of a conversation are that are not simply where they were sent.
CREATE TABLE segments (
  thread_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  moves TEXT NOT NULL,
  PRIMARY KEY (thread_id, from_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX segments_by_conversation ON segments (conversation_id);

-- Whether segments say anything of a conversation. Of most they do not, and then nobody need look. 2: some of its messages
-- were sent to another channel.
ALTER TABLE conversations ADD COLUMN is_mixed INTEGER NOT NULL DEFAULT 0;

CREATE INDEX topics_from_elsewhere ON conversations (id) WHERE is_mixed = 2;
