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

-- Messages that notify several users by email, until the due work adds them to the emails of the users.
CREATE TABLE missed_messages (
  message_id INTEGER PRIMARY KEY,
  waiting TEXT -- JSON: pairs of a user id and a reason. NULL: the due work decides
) STRICT;

-- The messages of each user's next email.
CREATE TABLE missed_messages_of_users (
  user_id INTEGER PRIMARY KEY,
  messages TEXT NOT NULL, -- JSON: pairs of a message id and a reason
  due_at INTEGER NOT NULL -- when the email is sent
) STRICT;

CREATE INDEX missed_messages_of_users_due ON missed_messages_of_users (due_at);
