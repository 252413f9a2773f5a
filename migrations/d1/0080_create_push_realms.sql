-- The realms that have phones, as the bouncer is given them, and what it answered about each.
CREATE TABLE push_realms (
  realm_id TEXT PRIMARY KEY,
  facts TEXT NOT NULL,
  people TEXT NOT NULL,
  event_type INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  audit_id INTEGER,
  can_push INTEGER,
  ends_at INTEGER
) STRICT;

-- What the bouncer asks for to see that this deployment has its host name, in one row.
CREATE TABLE push_verifications (
  singleton INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  secret TEXT NOT NULL,
  valid_until INTEGER NOT NULL
) STRICT;
