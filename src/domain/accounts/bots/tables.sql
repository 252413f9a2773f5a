-- Texts that bots store in the realm, by key.
CREATE TABLE bot_storage (
  user_id INTEGER NOT NULL,
  entry_key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, entry_key)
) STRICT, WITHOUT ROWID;
