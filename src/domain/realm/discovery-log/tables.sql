-- The log of holds and of searches over everything. Only those who may search everything read it. No entry is ever changed or
-- deleted: nothing in it is a network address, and what an erased account wrote in it stays.
CREATE TABLE discovery_log (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL, -- one of DISCOVERY_KINDS
  actor_id INTEGER, -- the user who sent the request; NULL: the server itself
  user_id INTEGER, -- the user whom the entry concerns, if it concerns one
  details TEXT NOT NULL, -- a JSON object; of a search, all that it searched for
  previous_hash TEXT NOT NULL, -- the entry_hash of the entry before
  salt TEXT NOT NULL,
  personal_hash TEXT NOT NULL, -- of the salt and the details
  entry_hash TEXT NOT NULL -- of previous_hash, personal_hash and the other columns
) STRICT;
