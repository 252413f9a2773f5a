-- What a bot is beside its account; what bots keep for themselves; and what is waiting to be told to those that are called
-- over HTTP. A bot without a row is one that nobody has set up.
CREATE TABLE bots (
  user_id INTEGER PRIMARY KEY,
  key_seed TEXT NOT NULL,
  default_sending_stream TEXT,
  default_events_register_stream TEXT,
  default_all_public_streams INTEGER NOT NULL,
  service_name TEXT NOT NULL,
  payload_url TEXT NOT NULL,
  interface INTEGER NOT NULL,
  config_data TEXT NOT NULL
) STRICT;

CREATE TABLE bot_storage (
  user_id INTEGER NOT NULL,
  entry_key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, entry_key)
) STRICT, WITHOUT ROWID;

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
