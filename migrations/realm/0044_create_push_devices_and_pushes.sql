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

-- An id is never given again: a client that was removed must not take another for itself.
CREATE TABLE client_devices (
  device_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL
) STRICT;

CREATE INDEX client_devices_by_user ON client_devices (user_id);

-- One row for a message, however many are notified of it, and none where nobody is.
CREATE TABLE pushes (
  message_id INTEGER PRIMARY KEY,
  waiting TEXT NOT NULL,
  told TEXT NOT NULL,
  due_at INTEGER,
  attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX pushes_due ON pushes (due_at) WHERE due_at IS NOT NULL;

-- Every message asks who wants to hear of it; few do beyond what calls them.
CREATE INDEX subscriptions_wanting_pushes ON subscriptions (stream_id) WHERE push_notifications = 1;
CREATE INDEX people_wanting_channel_pushes ON user_settings (user_id) WHERE name = 'enable_stream_push_notifications';

CREATE TABLE push_removals (
  user_id INTEGER PRIMARY KEY,
  message_ids TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL
) STRICT;
