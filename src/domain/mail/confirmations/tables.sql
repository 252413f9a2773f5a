-- Links that were sent by email: to sign up, to change an email address, to reset a password.
CREATE TABLE confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL, -- 'sign_up', 'email_change' or 'password_reset'
  email TEXT NOT NULL, -- to which the link was sent
  email_key TEXT NOT NULL, -- the form of `email` in which addresses are compared
  user_id INTEGER, -- the user whose address or password will change
  invitation_id INTEGER, -- of a user who signs up: the invitation
  secret_hash TEXT NOT NULL UNIQUE, -- of the secret in the link
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX confirmations_by_email ON confirmations (email_key);

-- The recent requests for emails, for the rate limits. One request counts for each of its subjects.
CREATE TABLE requested_emails (
  subject TEXT NOT NULL, -- 'at ' and the client's network address, or 'to ' and the email address
  requested_at INTEGER NOT NULL
) STRICT;

CREATE INDEX requested_emails_by_subject ON requested_emails (subject, requested_at);

CREATE INDEX requested_emails_by_time ON requested_emails (requested_at);
