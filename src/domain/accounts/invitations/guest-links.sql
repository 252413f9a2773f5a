-- Links by which people without an account become guests of one channel. Ended ones stay, with the guests who came by them.
CREATE TABLE guest_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stream_id INTEGER NOT NULL,
  created_by_user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  max_uses INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  guests_leave INTEGER NOT NULL, -- 1: the end of the link ends the accounts of its guests
  state TEXT NOT NULL, -- 'open', 'leaving' or 'ended'; 'leaving': the alarm still deactivates guests
  seed TEXT NOT NULL, -- the secret of the link is derived from it
  secret_hash TEXT NOT NULL UNIQUE
) STRICT;

CREATE INDEX unfinished_guest_links ON guest_links (expires_at) WHERE state IN ('open', 'leaving');
