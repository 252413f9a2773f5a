-- The last deliveries of each bot, for its owner. At most 20 for each bot.
CREATE TABLE webhook_arrivals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL,
  service TEXT NOT NULL,
  event TEXT, -- the name by which only_events selects it; NULL if the body could not be read, or the service has no names
  arrived_at INTEGER NOT NULL,
  outcome TEXT NOT NULL, -- 'sent', 'nothing', 'repeated' or 'refused'
  error TEXT, -- the code and the message of the refusal
  query TEXT NOT NULL, -- the parameters of the address, without secrets
  headers TEXT NOT NULL, -- JSON: the headers without secrets
  body BLOB NOT NULL, -- the start of the body
  is_whole INTEGER NOT NULL -- the body is complete, so it can be sent again
) STRICT;

CREATE INDEX webhook_arrivals_by_bot ON webhook_arrivals (bot_id, id);

-- Deliveries that must not be accepted again for some minutes.
CREATE TABLE webhook_repeats (
  bot_id INTEGER NOT NULL,
  delivery_key TEXT NOT NULL, -- a hash
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (bot_id, delivery_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_repeats_by_time ON webhook_repeats (expires_at);

-- When the owner of a bot was last notified of a failure.
CREATE TABLE webhook_notices (
  bot_id INTEGER PRIMARY KEY,
  notified_at INTEGER NOT NULL
) STRICT;
