-- What the realm knows about restores. A restore brings back an earlier row, and so the realm recognizes it.
CREATE TABLE restore_state (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  confirmed_at INTEGER NOT NULL, -- UNIX seconds: when the realm knew that it had the newest state. No restore goes to a later moment
  last_version INTEGER NOT NULL, -- the last version of a row in D1 that a restore wrote
  restore_id INTEGER NOT NULL, -- the last restore that has begun; 0: none
  phase TEXT, -- leaving or recovering; NULL: users are served
  step TEXT NOT NULL, -- what is being recovered
  position TEXT NOT NULL, -- where the step continues
  report TEXT NOT NULL -- JSON: numbers by name
) STRICT;
