CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL,
  fragment TEXT NOT NULL, -- the part of the client's URL after the #
  is_pinned INTEGER NOT NULL,
  name TEXT, -- NULL: a built-in view
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;
