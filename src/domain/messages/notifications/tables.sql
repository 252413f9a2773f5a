CREATE TABLE pushes (
  message_id INTEGER PRIMARY KEY,
  waiting TEXT NOT NULL,
  notified TEXT NOT NULL,
  due_at INTEGER,
  attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX pushes_due ON pushes (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE push_removals (
  user_id INTEGER PRIMARY KEY,
  message_ids TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL
) STRICT;
