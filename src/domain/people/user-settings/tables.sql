-- The settings of users that differ from their initial values.
CREATE TABLE user_settings (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL, -- JSON
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX users_with_hidden_presence ON user_settings (user_id) WHERE name = 'presence_enabled';

CREATE INDEX users_with_channel_pushes ON user_settings (user_id) WHERE name = 'enable_stream_push_notifications';

CREATE INDEX users_with_export_consent ON user_settings (user_id) WHERE name = 'allow_private_data_export';

CREATE INDEX users_with_channel_emails ON user_settings (user_id) WHERE name = 'enable_stream_email_notifications';

-- The defaults for new users that differ from the initial values.
CREATE TABLE realm_user_settings_defaults (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
