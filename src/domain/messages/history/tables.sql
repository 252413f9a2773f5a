CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  edited_at INTEGER NOT NULL
) STRICT;

CREATE INDEX message_edits_by_message ON message_edits (message_id);
