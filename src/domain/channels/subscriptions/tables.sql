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

CREATE INDEX subscriptions_wanting_pushes ON subscriptions (stream_id) WHERE push_notifications = 1;

CREATE TABLE subscription_periods (
  stream_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  from_message INTEGER NOT NULL,
  to_message INTEGER,
  from_event INTEGER NOT NULL,
  to_event INTEGER,
  PRIMARY KEY (stream_id, user_id, from_message, from_event)
) STRICT, WITHOUT ROWID;
