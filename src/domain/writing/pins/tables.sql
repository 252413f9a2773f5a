-- What users pinned in a channel for all its readers: messages, and bookmarks. A bookmark is a link with a title.
CREATE TABLE pins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stream_id INTEGER NOT NULL, -- where the message or the topic is: a move changes it
  message_id INTEGER, -- NULL: a bookmark
  conversation_id INTEGER, -- the topic of a bookmark. NULL: a message, or a bookmark of the whole channel
  title TEXT, -- of a bookmark
  url TEXT, -- of a bookmark
  user_id INTEGER NOT NULL, -- who pinned it
  pinned_at INTEGER NOT NULL
) STRICT;

CREATE INDEX pins_by_channel ON pins (stream_id);

CREATE UNIQUE INDEX pins_by_message ON pins (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX pins_by_topic ON pins (conversation_id) WHERE conversation_id IS NOT NULL;
