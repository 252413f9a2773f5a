-- The custom emoji of the realm. Rows are never deleted, because old messages and reactions refer to them.
CREATE TABLE custom_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- the emoji_code in the API
  name TEXT NOT NULL,
  author_id INTEGER NOT NULL,
  picture TEXT NOT NULL, -- the token of the picture in R2
  extension TEXT NOT NULL, -- of the picture's URL
  has_still INTEGER NOT NULL, -- 1: R2 also has a still image of the animated picture
  deactivated INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX custom_emoji_by_name ON custom_emoji (name) WHERE deactivated = 0;
