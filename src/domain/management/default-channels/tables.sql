-- Groups of channels that a new user can choose during sign-up.
CREATE TABLE default_channel_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  stream_ids TEXT NOT NULL -- JSON: the ascending ids of the channels
) STRICT;
