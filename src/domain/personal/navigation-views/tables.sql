CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL,
  fragment TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  name TEXT,
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;
