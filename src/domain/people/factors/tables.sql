-- One-time codes (RFC 6238). Their secret is in the table of encrypted secrets.
CREATE TABLE one_time_codes (
  user_id INTEGER PRIMARY KEY,
  confirmed_at INTEGER, -- NULL: the user has not shown a code yet, so it is no factor
  last_step INTEGER NOT NULL -- codes of this time step and of earlier ones are not accepted any more
) STRICT;

-- Recovery codes that were not used. One of them replaces another factor once.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL,
  code_hash TEXT NOT NULL, -- SHA-256: a code has about 80 random bits
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
