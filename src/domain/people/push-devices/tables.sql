CREATE TABLE push_devices (
  user_id INTEGER NOT NULL,
  push_account_id INTEGER NOT NULL,
  token_kind TEXT NOT NULL,
  push_public_key TEXT NOT NULL,
  bouncer_public_key TEXT NOT NULL,
  encrypted_push_registration TEXT NOT NULL,
  bouncer_device_id TEXT,
  error_code TEXT,
  due_at INTEGER,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (user_id, push_account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX push_devices_due ON push_devices (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE push_tokens (
  user_id INTEGER NOT NULL,
  token_kind TEXT NOT NULL,
  token TEXT NOT NULL,
  ios_app_id TEXT,
  PRIMARY KEY (user_id, token_kind, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE client_devices (
  device_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL
) STRICT;

CREATE INDEX client_devices_by_user ON client_devices (user_id);
