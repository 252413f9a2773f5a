CREATE TABLE reactions (
  message_id INTEGER NOT NULL,
  reaction_type TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  emoji_name TEXT NOT NULL,
  given INTEGER NOT NULL,
  PRIMARY KEY (message_id, reaction_type, emoji_code, user_id)
) STRICT, WITHOUT ROWID;
