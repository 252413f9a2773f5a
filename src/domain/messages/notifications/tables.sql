-- The push notifications of a message: a row only if it notifies a user.
CREATE TABLE pushes (
  message_id INTEGER PRIMARY KEY,
  waiting TEXT NOT NULL, -- JSON: ids of users whose devices do not have the notification yet
  notified TEXT NOT NULL, -- JSON: ids of users whose devices may show it
  due_at INTEGER, -- NULL: no user waits
  attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX pushes_due ON pushes (due_at) WHERE due_at IS NOT NULL;

-- Notifications that must disappear from a user's devices.
CREATE TABLE push_removals (
  user_id INTEGER PRIMARY KEY,
  message_ids TEXT NOT NULL, -- JSON
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL
) STRICT;
