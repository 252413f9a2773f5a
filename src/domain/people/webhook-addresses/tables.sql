-- Addresses at which clients of other chat servers send messages for a bot. The secret is part of the address.
CREATE TABLE webhook_addresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  stream_id INTEGER, -- NULL: direct messages to the owner of the bot
  topic TEXT, -- NULL: each message chooses its topic
  may_mention_everyone INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_addresses_by_bot ON webhook_addresses (bot_id, id);
