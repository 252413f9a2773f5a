-- The settings of bots that only bots have. A bot without a row has the default settings.
CREATE TABLE bots (
  user_id INTEGER PRIMARY KEY,
  key_seed TEXT NOT NULL, -- the API key and the token are derived from it
  default_sending_stream TEXT, -- the name of a channel
  default_events_register_stream TEXT, -- the name of a channel
  default_all_public_streams INTEGER NOT NULL,
  service_name TEXT NOT NULL,
  payload_url TEXT NOT NULL, -- of an outgoing webhook bot. Empty for the other types
  interface INTEGER NOT NULL, -- the format of outgoing webhooks
  config_data TEXT NOT NULL -- JSON: an object of strings
) STRICT;
