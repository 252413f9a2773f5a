-- One row for each registered queue. Events are not written here.
CREATE TABLE queues (
  queue_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  registered_after INTEGER NOT NULL, -- the newest event id at registration
  acknowledged INTEGER NOT NULL, -- the client has every event up to this id
  last_seen_at INTEGER NOT NULL, -- UNIX seconds; some minutes behind what memory has
  lifespan_seconds INTEGER NOT NULL,
  options TEXT NOT NULL, -- JSON: what the client registered for
  needs_after INTEGER NOT NULL DEFAULT -1 -- the queue needs only events after this id
) STRICT, WITHOUT ROWID;

CREATE INDEX queues_by_user ON queues (user_id);

-- Tickets that open a queue once, without an API key.
CREATE TABLE tickets (
  ticket_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  queue_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The event log: one row for each event, whatever the number of its recipients.
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  rows_so_far INTEGER NOT NULL, -- of all events up to and including this one
  bytes_so_far INTEGER NOT NULL, -- of their texts
  kind TEXT NOT NULL, -- type, or type/op
  audience TEXT NOT NULL, -- JSON: the parts of the audience, and excepted users
  facts TEXT NOT NULL -- JSON: what each variant is encoded from
) STRICT;
