-- The event queues that clients registered. A row may be behind memory, because not every acknowledgement is written.
CREATE TABLE queues (
  queue_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  session_id INTEGER, -- the session that registered it; NULL: an API key did
  registered_after INTEGER NOT NULL, -- the newest event id at registration
  acknowledged INTEGER NOT NULL, -- the newest event id that the client acknowledged
  last_seen_at INTEGER NOT NULL,
  lifespan_seconds INTEGER NOT NULL, -- the queue expires after this time without its client
  options TEXT NOT NULL, -- JSON: the parameters of the registration
  searched_up_to INTEGER NOT NULL DEFAULT -1 -- the queue needs no event up to this id
) STRICT, WITHOUT ROWID;

CREATE INDEX queues_by_user ON queues (user_id);

-- The listen tickets. See tickets.ts.
CREATE TABLE tickets (
  ticket_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  session_id INTEGER, -- the session that requested it; NULL: an API key did
  queue_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The event log. Rows that no queue needs are deleted, or written anew for other events.
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  rows_so_far INTEGER NOT NULL, -- the rows of the log up to this one, since the realm was created
  bytes_so_far INTEGER NOT NULL, -- their bytes
  kind TEXT NOT NULL, -- type/op
  audience TEXT NOT NULL, -- JSON: the recipients as rules
  facts TEXT NOT NULL -- JSON: the values from which the event is encoded for each client
) STRICT;
