CREATE TABLE user_settings (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX people_away ON user_settings (user_id) WHERE name = 'presence_enabled';

CREATE INDEX people_wanting_channel_pushes ON user_settings (user_id) WHERE name = 'enable_stream_push_notifications';

CREATE TABLE realm_user_settings_defaults (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
