-- The files that users uploaded. Their bytes are in R2.
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id TEXT NOT NULL UNIQUE, -- the part of the URL after /user_uploads/
  key TEXT NOT NULL, -- in R2
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL, -- as the client declared it
  etag TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  unreferenced_since INTEGER -- NULL: a message contains the file
) STRICT;

CREATE INDEX attachments_by_owner ON attachments (owner_id);

CREATE INDEX unreferenced_attachments ON attachments (unreferenced_since) WHERE unreferenced_since IS NOT NULL;

-- Which messages contain which files.
CREATE TABLE attachment_messages (
  attachment_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachments_by_message ON attachment_messages (message_id);
