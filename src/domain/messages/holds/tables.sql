-- The holds: whose and which messages are kept although they are deleted. `Hold` explains the columns.
CREATE TABLE holds (
  hold_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  reason TEXT NOT NULL,
  user_ids TEXT NOT NULL, -- a JSON list
  stream_ids TEXT NOT NULL, -- a JSON list
  sent_from INTEGER,
  sent_before INTEGER,
  created_by INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Deleted messages that a hold keeps. `HeldMessage` explains the columns.
CREATE TABLE held_messages (
  id INTEGER PRIMARY KEY,
  sender_id INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  index_flags INTEGER NOT NULL,
  stream_id INTEGER, -- where it was when it was deleted; NULL: a direct message
  topic TEXT,
  people TEXT, -- a JSON list; NULL: a channel message
  earlier_channels TEXT NOT NULL, -- a JSON list of ids
  deleted_at INTEGER NOT NULL,
  content TEXT, -- NULL: the text is still in the outbox or in D1
  rendered_content TEXT
) STRICT;

CREATE INDEX held_messages_waiting ON held_messages (id) WHERE content IS NULL;

-- Earlier texts of held messages: those before an edit of a message that was deleted then, and those before an erasure changed a name.
CREATE TABLE held_versions (
  id INTEGER PRIMARY KEY, -- the id of the event that replaced the text
  message_id INTEGER NOT NULL,
  user_id INTEGER, -- who edited; NULL: the erasure of an account
  edited_at INTEGER NOT NULL,
  content TEXT, -- NULL: the text is still in the outbox or in D1
  rendered_content TEXT
) STRICT;

CREATE INDEX held_versions_by_message ON held_versions (message_id);

CREATE INDEX held_versions_waiting ON held_versions (id) WHERE content IS NULL;

-- Files that held messages had, before an edit or a deletion took them away.
CREATE TABLE held_files (
  message_id INTEGER NOT NULL,
  key TEXT NOT NULL, -- in R2
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  PRIMARY KEY (message_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX held_files_by_key ON held_files (key);

-- A row while the realm looks for what only an ended hold kept.
CREATE TABLE hold_release (
  singleton INTEGER PRIMARY KEY,
  after_id INTEGER NOT NULL -- up to this message, all was released
) STRICT;
