CREATE TABLE channels (
  stream_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  date_created INTEGER NOT NULL,
  creator_id INTEGER,
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  history_public_to_subscribers INTEGER NOT NULL,
  is_archived INTEGER NOT NULL,
  is_default INTEGER NOT NULL,
  message_retention_days INTEGER,
  topics_policy TEXT NOT NULL,
  first_message_id INTEGER,
  folder_id INTEGER,
  is_recently_active INTEGER NOT NULL,
  subscriber_count INTEGER NOT NULL,
  weekly_traffic INTEGER,
  permissions TEXT NOT NULL
) STRICT;

CREATE TABLE channel_visibility_history (
  stream_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  permissions TEXT NOT NULL,
  PRIMARY KEY (stream_id, to_event)
) STRICT, WITHOUT ROWID;
