CREATE TABLE queues (
  queue_id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  registered_after INTEGER NOT NULL,
  acknowledged INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  lifespan_seconds INTEGER NOT NULL,
  wishes TEXT NOT NULL,
  needs_after INTEGER NOT NULL DEFAULT -1
) STRICT, WITHOUT ROWID;

CREATE INDEX queues_by_user ON queues (user_id);

CREATE TABLE tickets (
  ticket_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  queue_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  rows_so_far INTEGER NOT NULL,
  bytes_so_far INTEGER NOT NULL,
  kind TEXT NOT NULL,
  audience TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
