-- When the next digests are sent, and up to which user this week's are. One row, or none while the organization sends none.
CREATE TABLE digest_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  due_at INTEGER NOT NULL,
  after_user_id INTEGER NOT NULL
) STRICT;
