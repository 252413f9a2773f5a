-- The emails that the realm received, so that one which arrives twice is posted once, and so that their number has limits.
CREATE TABLE received_emails (
  email_hash TEXT PRIMARY KEY, -- of its address and its Message-ID
  address TEXT NOT NULL, -- the facts of the address, without its code
  received_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX received_emails_of_address ON received_emails (address, received_at);
CREATE INDEX received_emails_by_time ON received_emails (received_at);
CREATE INDEX received_emails_by_end ON received_emails (expires_at);
