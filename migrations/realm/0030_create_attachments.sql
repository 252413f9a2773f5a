-- What R2 is to delete, and when. A key is written here before its file is, and taken off when it is known whose the file
-- is: so whatever becomes of an upload, what it leaves behind is found.
CREATE TABLE doomed_files (
  key TEXT PRIMARY KEY,
  doomed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX doomed_files_by_time ON doomed_files (doomed_at);

-- With what the addresses of files are signed that are open for a moment.
CREATE TABLE file_secret (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  secret TEXT NOT NULL
) STRICT;

-- Files that people uploaded.
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

-- Which messages hold which files.
CREATE TABLE attachment_messages (
  attachment_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachments_by_message ON attachment_messages (message_id);
