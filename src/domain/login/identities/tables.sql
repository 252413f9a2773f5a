-- Which accounts the identities of providers open. The address of an identity is only for its user to read.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  email_then TEXT, -- the address that the provider had confirmed at the first login
  made_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX identities_by_user ON identities (user_id);

-- The address of an account that its user has proven: they opened a link that was sent to it.
CREATE TABLE proven_addresses (
  user_id INTEGER PRIMARY KEY,
  email_key TEXT NOT NULL -- the form in which addresses are compared
) STRICT;
