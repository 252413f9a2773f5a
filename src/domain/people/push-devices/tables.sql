-- Phones that the bouncer, the server for push notifications, knows or will know.
CREATE TABLE push_devices (
  user_id INTEGER NOT NULL,
  push_account_id INTEGER NOT NULL,
  token_kind TEXT NOT NULL, -- 'fcm' or 'apns'
  push_public_key TEXT NOT NULL, -- notifications are encrypted for it
  bouncer_public_key TEXT NOT NULL, -- the registration is encrypted for it
  encrypted_push_registration TEXT NOT NULL,
  bouncer_device_id TEXT, -- NULL: the bouncer has not answered
  error_code TEXT, -- why the bouncer refused the registration
  due_at INTEGER, -- when to send the registration. NULL: it is finished
  attempts INTEGER NOT NULL,
  PRIMARY KEY (user_id, push_account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX push_devices_due ON push_devices (due_at) WHERE due_at IS NOT NULL;

-- Phones that receive notifications without encryption.
CREATE TABLE push_tokens (
  user_id INTEGER NOT NULL,
  token_kind TEXT NOT NULL,
  token TEXT NOT NULL,
  ios_app_id TEXT,
  PRIMARY KEY (user_id, token_kind, token)
) STRICT, WITHOUT ROWID;

-- The clients that a user registered as devices.
CREATE TABLE client_devices (
  device_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL
) STRICT;

CREATE INDEX client_devices_by_user ON client_devices (user_id);
