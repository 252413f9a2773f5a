-- The settings of a user for a channel that they are or were subscribed to.
CREATE TABLE subscriptions (
  user_id INTEGER NOT NULL,
  stream_id INTEGER NOT NULL,
  is_active INTEGER NOT NULL, -- stays 1 while the user is deactivated
  color TEXT NOT NULL,
  is_muted INTEGER NOT NULL,
  pin_to_top INTEGER NOT NULL,
  -- NULL in the next columns: the setting of the user applies
  desktop_notifications INTEGER,
  audible_notifications INTEGER,
  push_notifications INTEGER,
  email_notifications INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, stream_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscriptions_with_push_notifications ON subscriptions (stream_id) WHERE push_notifications = 1;

CREATE INDEX subscriptions_with_email_notifications ON subscriptions (stream_id) WHERE email_notifications = 1;

-- The times during which users were subscribed.
CREATE TABLE subscription_periods (
  stream_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  from_message INTEGER NOT NULL, -- the user received messages with ids above this
  to_message INTEGER, -- and up to this. NULL: the user is subscribed
  from_event INTEGER NOT NULL, -- the user received events with ids above this
  to_event INTEGER,
  PRIMARY KEY (stream_id, user_id, from_message, from_event)
) STRICT, WITHOUT ROWID;
