CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL,
  fragment TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  name TEXT,
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;

CREATE TABLE onboarding_steps_taken (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE default_channel_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  stream_ids TEXT NOT NULL
) STRICT;
