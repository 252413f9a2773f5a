-- The push notifications of a message to browsers. The row is deleted when each browser has its notification, or after a day.
CREATE TABLE browser_pushes (
  message_id INTEGER PRIMARY KEY,
  waiting TEXT NOT NULL, -- JSON: the sessions whose browsers are next
  failed TEXT NOT NULL, -- JSON: the sessions whose push service did not answer in this round
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL -- the rounds before this one
) STRICT;

CREATE INDEX browser_pushes_due ON browser_pushes (due_at);
