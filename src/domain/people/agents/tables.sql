-- The agents that users connected. An agent ends when its row is deleted.
CREATE TABLE agents (
  agent_id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: the log of calls names it
  user_id INTEGER NOT NULL,
  client_id TEXT NOT NULL, -- the address of the client's metadata, or a registration
  client_name TEXT NOT NULL, -- as the client calls itself: not verified
  host TEXT NOT NULL, -- the host to which the user was redirected with the code
  scopes TEXT NOT NULL, -- with spaces between them
  channels TEXT, -- a JSON list of ids; NULL: all channels and direct messages
  resource TEXT NOT NULL, -- the only endpoint at which its tokens are valid
  family_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the part that all its refresh tokens have
  refresh_hash TEXT NOT NULL, -- SHA-256 of the part that only the newest refresh token has
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL, -- up to an hour too early
  address TEXT NOT NULL -- the network address of the last use, up to an hour old
) STRICT;

CREATE INDEX agents_by_user ON agents (user_id);

-- The access tokens of agents: they are valid for an hour.
CREATE TABLE agent_tokens (
  token_hash TEXT PRIMARY KEY,
  agent_id INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX agent_tokens_by_agent ON agent_tokens (agent_id);

-- The codes that clients exchange for tokens, once. A used code is kept until it expires: who uses it again is a thief.
CREATE TABLE agent_codes (
  code_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  request TEXT NOT NULL, -- JSON: what the user allowed, and to whom
  agent_id INTEGER, -- the agent that received tokens for the code; NULL: not used yet
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX agent_codes_by_user ON agent_codes (user_id);

-- What agents did, for their users. The newest of each user are kept.
CREATE TABLE agent_calls (
  call_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  agent_id INTEGER, -- NULL: the client used an API key
  client TEXT NOT NULL,
  tool TEXT NOT NULL,
  is_refused INTEGER NOT NULL,
  message_id INTEGER, -- the message that the tool wrote or changed
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX agent_calls_by_user ON agent_calls (user_id);
