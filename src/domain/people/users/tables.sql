CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  delivery_email TEXT NOT NULL,
  delivery_email_key TEXT NOT NULL UNIQUE,
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  bot_type INTEGER,
  bot_owner_id INTEGER,
  is_system_bot INTEGER NOT NULL,
  can_create_users INTEGER NOT NULL,
  date_joined INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  avatar_source TEXT NOT NULL,
  avatar_version INTEGER NOT NULL,
  avatar_hash TEXT NOT NULL,
  email_address_visibility INTEGER NOT NULL,
  password_hash TEXT,
  can_change_user_emails INTEGER NOT NULL DEFAULT 0,
  profile_data TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX users_by_name ON users (full_name COLLATE NOCASE);

CREATE TABLE api_keys (
  user_id INTEGER NOT NULL,
  key_hash TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX api_keys_by_user ON api_keys (user_id);

CREATE TABLE login_failures (
  name TEXT NOT NULL,
  failed_at INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  PRIMARY KEY (name, failed_at, nth)
) STRICT, WITHOUT ROWID;

CREATE INDEX login_failures_by_time ON login_failures (failed_at);

CREATE TABLE past_roles (
  user_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (user_id, to_event)
) STRICT, WITHOUT ROWID;
