-- One row for each time that somebody changed what a message says; its id is that of the event as of which they did. What
-- the message said before is bulk, and kept in D1 under the same id.
CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  edited_at INTEGER NOT NULL
) STRICT;

CREATE INDEX message_edits_by_message ON message_edits (message_id);

-- Whom a call to a topic reaches, where that does not follow from who wrote in it before the message was sent.
CREATE TABLE topic_calls (
  message_id INTEGER PRIMARY KEY,
  people BLOB NOT NULL
) STRICT;
