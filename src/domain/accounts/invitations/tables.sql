-- Invitations by email, and links for any number of users. Used and revoked ones stay, for the limits per day.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT, -- NULL: a link for any number of users
  invited_by_user_id INTEGER NOT NULL,
  invited_at INTEGER NOT NULL, -- when the last email was sent, or the link was created
  expires_at INTEGER, -- NULL: never
  invited_as INTEGER NOT NULL, -- the role of the new user
  stream_ids TEXT NOT NULL, -- a JSON list
  group_ids TEXT NOT NULL, -- a JSON list
  include_realm_default_subscriptions INTEGER NOT NULL,
  notify_referrer_on_join INTEGER NOT NULL,
  welcome_message_custom_text TEXT, -- NULL: that of the organization; '': none
  seed TEXT NOT NULL, -- the secret of the link is derived from it
  secret_hash TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL -- 'open', 'used' or 'revoked'
) STRICT;

CREATE INDEX open_invitations ON invitations (invited_by_user_id) WHERE state = 'open';

CREATE INDEX invitations_by_day ON invitations (invited_at) WHERE email IS NOT NULL;
