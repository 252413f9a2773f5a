-- Messages with links to pages, of which the server fetches previews.
CREATE TABLE linking_messages (
  message_id INTEGER PRIMARY KEY,
  links TEXT NOT NULL, -- JSON
  due_at INTEGER NOT NULL
) STRICT;

CREATE INDEX linking_messages_by_time ON linking_messages (due_at);

-- What linked pages contain about themselves.
CREATE TABLE link_previews (
  url_hash TEXT PRIMARY KEY,
  preview TEXT, -- JSON. NULL: the page says too little
  kept_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX link_previews_by_time ON link_previews (kept_until);
