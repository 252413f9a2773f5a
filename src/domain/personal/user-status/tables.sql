-- The status texts and emoji of users. A user without either has no row.
CREATE TABLE user_statuses (
  user_id INTEGER PRIMARY KEY,
  status_text TEXT NOT NULL,
  emoji_name TEXT NOT NULL, -- empty: no emoji
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL
) STRICT;
