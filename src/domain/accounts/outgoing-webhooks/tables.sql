-- Messages that outgoing webhooks have not received yet. A row stays until its webhook has answered, or failed for good.
CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  bot_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  trigger TEXT NOT NULL, -- 'mention' or 'direct_message'
  attempts INTEGER NOT NULL, -- attempts that began, also one that has not ended
  due_at INTEGER NOT NULL -- the time of the next attempt; during an attempt, the time at which the realm gives it up
) STRICT;

-- One row: deliveries exist for messages up to this id. Later messages have not been looked through.
CREATE TABLE webhook_delivery_position (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  message_id INTEGER NOT NULL
) STRICT;
