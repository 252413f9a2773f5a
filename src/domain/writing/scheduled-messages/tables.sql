CREATE TABLE scheduled_messages (
  scheduled_message_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL,
  stream_id INTEGER,
  people TEXT,
  topic TEXT,
  content TEXT NOT NULL,
  parsed TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  client TEXT NOT NULL,
  read_by_sender INTEGER NOT NULL,
  scheduled_delivery_timestamp INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  sent_at INTEGER
) STRICT;

CREATE INDEX scheduled_messages_by_sender ON scheduled_messages (sender_id, scheduled_delivery_timestamp);

CREATE INDEX scheduled_messages_waiting ON scheduled_messages (scheduled_delivery_timestamp) WHERE failed = 0 AND sent_at IS NULL;

CREATE INDEX scheduled_messages_sent ON scheduled_messages (sent_at) WHERE sent_at IS NOT NULL;
