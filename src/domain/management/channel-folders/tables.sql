-- Folders in which clients show channels. A channel's folder_id refers to one.
CREATE TABLE channel_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL, -- Markdown
  rendered_description TEXT NOT NULL,
  date_created INTEGER NOT NULL,
  creator_id INTEGER NOT NULL,
  "order" INTEGER NOT NULL, -- clients show the lowest first
  is_archived INTEGER NOT NULL
) STRICT;
