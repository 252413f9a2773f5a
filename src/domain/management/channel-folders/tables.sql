CREATE TABLE channel_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  rendered_description TEXT NOT NULL,
  date_created INTEGER NOT NULL,
  creator_id INTEGER NOT NULL,
  "order" INTEGER NOT NULL,
  is_archived INTEGER NOT NULL
) STRICT;
