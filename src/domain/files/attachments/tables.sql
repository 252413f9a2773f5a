CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  etag TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  unclaimed_since INTEGER
) STRICT;

CREATE INDEX attachments_by_owner ON attachments (owner_id);

CREATE INDEX unclaimed_attachments ON attachments (unclaimed_since) WHERE unclaimed_since IS NOT NULL;

CREATE TABLE attachment_messages (
  attachment_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachments_by_message ON attachment_messages (message_id);
