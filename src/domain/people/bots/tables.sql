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
