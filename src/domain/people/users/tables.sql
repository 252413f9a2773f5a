-- All accounts: people and bots. An account is never deleted.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  delivery_email TEXT NOT NULL, -- the real address
  delivery_email_key TEXT NOT NULL UNIQUE, -- the real address in lower case: addresses are compared without case
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  bot_type INTEGER, -- NULL: a person
  bot_owner_id INTEGER,
  is_system_bot INTEGER NOT NULL,
  can_create_users INTEGER NOT NULL,
  date_joined INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  avatar_source TEXT NOT NULL, -- 'G': Gravatar, 'U': uploaded
  avatar_version INTEGER NOT NULL,
  avatar_hash TEXT NOT NULL, -- of the address that all users can see
  email_address_visibility INTEGER NOT NULL,
  password_hash TEXT, -- NULL: the account has no password
  can_change_user_emails INTEGER NOT NULL DEFAULT 0,
  profile_data TEXT NOT NULL DEFAULT '{}' -- JSON: the values of custom profile fields
) STRICT;

CREATE INDEX users_by_name ON users (full_name COLLATE NOCASE);

CREATE TABLE api_keys (
  user_id INTEGER NOT NULL,
  key_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0 -- up to an hour too early
) STRICT;

CREATE INDEX api_keys_by_user ON api_keys (user_id);
-- For clients that send a key without an address.
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);

-- Failed attempts to log in, until they are too old to count.
CREATE TABLE login_failures (
  key TEXT NOT NULL, -- what the attempt counts for: a user name, a user or a network address
  failed_at INTEGER NOT NULL,
  sequence INTEGER NOT NULL, -- the number of the attempt among those of the same key and second
  PRIMARY KEY (key, failed_at, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX login_failures_by_time ON login_failures (failed_at);

-- The role of a user before each change that older events in the log depend on.
CREATE TABLE role_history (
  user_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL, -- the last event before the change
  role INTEGER NOT NULL,
  PRIMARY KEY (user_id, to_event)
) STRICT, WITHOUT ROWID;
