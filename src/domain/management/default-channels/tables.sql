CREATE TABLE default_channel_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  stream_ids TEXT NOT NULL
) STRICT;
