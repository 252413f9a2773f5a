-- The devices with which users logged in. A login with another one sends an email.
CREATE TABLE known_devices (
  user_id INTEGER NOT NULL,
  device TEXT NOT NULL, -- the program, the operating system and the network
  used_at INTEGER NOT NULL, -- the last login
  PRIMARY KEY (user_id, device)
) STRICT, WITHOUT ROWID;

-- The secret in the links of a user with which emails are unsubscribed, without a login.
CREATE TABLE unsubscribe_keys (
  user_id INTEGER PRIMARY KEY,
  seed TEXT NOT NULL, -- the secret is derived from it
  secret_hash TEXT NOT NULL UNIQUE
) STRICT;
