CREATE TABLE outgoing_webhooks (
  id INTEGER PRIMARY KEY,
  bot_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  trigger TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;

CREATE TABLE outgoing_webhooks_looked_at (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  message_id INTEGER NOT NULL
) STRICT;
