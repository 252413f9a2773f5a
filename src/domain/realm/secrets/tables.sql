-- Encrypted texts that the server must read again, such as the secret of one-time codes.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY, -- what the text is and whose
  key_name TEXT NOT NULL, -- the key that the value was encrypted with
  value BLOB NOT NULL -- nonce, ciphertext and tag
) STRICT, WITHOUT ROWID;

CREATE INDEX secrets_by_key ON secrets (key_name);
