-- Logins that wait for an app: for a phone until its user confirms, for a desktop app until it opens the token.
CREATE TABLE app_logins (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  mobile_flow_otp TEXT, -- for a phone: with which its key is hidden. NULL: for a desktop app
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
