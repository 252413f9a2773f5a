CREATE TABLE custom_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER NOT NULL,
  picture TEXT NOT NULL,
  ending TEXT NOT NULL,
  has_still INTEGER NOT NULL,
  deactivated INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX custom_emoji_by_name ON custom_emoji (name) WHERE deactivated = 0;
