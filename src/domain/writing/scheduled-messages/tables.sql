-- The messages that the server sends later. A row stays for a day after its message was sent, so that the server can tell a
-- client that changes the message why this is not possible.
CREATE TABLE scheduled_messages (
  scheduled_message_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL,
  stream_id INTEGER, -- NULL: a direct message
  people TEXT, -- of a direct message: the recipients, as a JSON list of ids
  topic TEXT, -- of a channel message
  content TEXT NOT NULL,
  parsed TEXT NOT NULL, -- JSON: the parsed Markdown
  rendered_content TEXT NOT NULL, -- as the sender saw it when they last changed it
  client TEXT NOT NULL, -- the name of the client that last changed it
  read_by_sender INTEGER NOT NULL,
  scheduled_delivery_timestamp INTEGER NOT NULL,
  failed INTEGER NOT NULL, -- 1: it was due, and could not be sent
  sent_at INTEGER -- NULL: it was not sent yet
) STRICT;

CREATE INDEX scheduled_messages_by_sender ON scheduled_messages (sender_id, scheduled_delivery_timestamp);

CREATE INDEX scheduled_messages_waiting ON scheduled_messages (scheduled_delivery_timestamp) WHERE failed = 0 AND sent_at IS NULL;

CREATE INDEX scheduled_messages_sent ON scheduled_messages (sent_at) WHERE sent_at IS NOT NULL;
