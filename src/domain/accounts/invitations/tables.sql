CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT,
  invited_by_user_id INTEGER NOT NULL,
  invited_at INTEGER NOT NULL,
  expires_at INTEGER,
  invited_as INTEGER NOT NULL,
  stream_ids TEXT NOT NULL,
  group_ids TEXT NOT NULL,
  include_realm_default_subscriptions INTEGER NOT NULL,
  notify_referrer_on_join INTEGER NOT NULL,
  welcome_message_custom_text TEXT,
  seed TEXT NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL
) STRICT;

CREATE INDEX open_invitations ON invitations (invited_by_user_id) WHERE state = 'open';

CREATE INDEX invitations_by_day ON invitations (invited_at) WHERE email IS NOT NULL;
