-- The settings that users changed themselves: an administrator may leave these as they are.
CREATE TABLE edited_settings (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;
