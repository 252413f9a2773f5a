CREATE TABLE user_settings (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- Few people are away, and every registration names them.
CREATE INDEX people_away ON user_settings (user_id) WHERE name = 'presence_enabled';

CREATE TABLE realm_user_settings_defaults (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
