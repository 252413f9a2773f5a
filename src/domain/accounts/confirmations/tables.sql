CREATE TABLE confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  user_id INTEGER,
  invitation_id INTEGER,
  secret_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX confirmations_by_email ON confirmations (email_key);

CREATE TABLE letters_asked_for (
  who TEXT NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX letters_asked_by ON letters_asked_for (who, asked_at);

CREATE INDEX letters_asked_at ON letters_asked_for (asked_at);
