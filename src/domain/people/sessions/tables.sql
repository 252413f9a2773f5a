-- The sessions of browsers. A session ends when its row is deleted.
CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: sockets and queues name it
  user_id INTEGER NOT NULL,
  token_hash TEXT NOT NULL, -- SHA-256: the token itself is only in the cookie
  previous_hash TEXT, -- the token before the last renewal, for requests that were on their way
  previous_until INTEGER NOT NULL, -- when the previous token is no longer valid
  renews INTEGER NOT NULL, -- 1: the next request receives a new token, because the role changed
  method TEXT NOT NULL, -- how the user logged in: one of LOGIN_METHODS
  second_factor TEXT, -- what completed the login, or NULL
  waits_until INTEGER, -- NULL: logged in. Otherwise the session counts for nothing but the second factor, until this time
  created_at INTEGER NOT NULL,
  authenticated_at INTEGER NOT NULL, -- when the user last proved who they are
  used_at INTEGER NOT NULL, -- up to an hour too early
  user_agent TEXT NOT NULL, -- the header of the login, at most 200 bytes
  address TEXT NOT NULL -- the network address of the last use, up to an hour old
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id);
