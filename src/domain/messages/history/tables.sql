-- One row for each change of a message's content. The version before it is in D1, under the same id.
CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY, -- the id of the event
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  edited_at INTEGER NOT NULL
) STRICT;

CREATE INDEX message_edits_by_message ON message_edits (message_id);
