CREATE TABLE user_statuses (
  user_id INTEGER PRIMARY KEY,
  status_text TEXT NOT NULL,
  emoji_name TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL
) STRICT;
