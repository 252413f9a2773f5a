-- Passkeys (WebAuthn). The private key never leaves the device of the user.
CREATE TABLE passkeys (
  passkey_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  credential_id TEXT NOT NULL UNIQUE, -- base64url
  public_key TEXT NOT NULL, -- a JSON Web Key
  algorithm INTEGER NOT NULL, -- as COSE numbers it
  sign_count INTEGER NOT NULL, -- of the last use; 0: the authenticator does not count
  is_backup_eligible INTEGER NOT NULL, -- 1: several devices may have the private key. This never changes
  is_backed_up INTEGER NOT NULL,
  transports TEXT NOT NULL, -- a JSON array
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER -- NULL: not since it was added
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- The random number by which authenticators know an account. It stays the same, so a device has one passkey for an account.
CREATE TABLE passkey_handles (
  user_id INTEGER PRIMARY KEY,
  handle TEXT NOT NULL -- base64url
) STRICT;

-- Challenges that no passkey has signed yet. A row is deleted with its first use.
CREATE TABLE passkey_challenges (
  challenge_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL, -- one of PURPOSES
  bound_to TEXT NOT NULL, -- the session, or the hash of the cookie of the browser, which alone can use it
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_place ON passkey_challenges (purpose, bound_to, expires_at);
CREATE INDEX passkey_challenges_by_time ON passkey_challenges (expires_at);
