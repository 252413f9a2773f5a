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

CREATE TABLE subscriptions (
  user_id INTEGER NOT NULL,
  stream_id INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  color TEXT NOT NULL,
  is_muted INTEGER NOT NULL,
  pin_to_top INTEGER NOT NULL,
  desktop_notifications INTEGER,
  audible_notifications INTEGER,
  push_notifications INTEGER,
  email_notifications INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, stream_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE subscription_spans (
  stream_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  from_message INTEGER NOT NULL,
  to_message INTEGER,
  from_event INTEGER NOT NULL,
  to_event INTEGER,
  PRIMARY KEY (stream_id, user_id, from_message, from_event)
) STRICT, WITHOUT ROWID;
