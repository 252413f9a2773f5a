-- Logins at a provider that have begun. A row is deleted when the provider's answer arrives, so an answer counts once.
CREATE TABLE provider_logins (
  state_hash TEXT PRIMARY KEY, -- of the state, which the provider returns
  binding_hash TEXT NOT NULL, -- of the secret in the cookie of the browser that began
  provider TEXT NOT NULL, -- the key of the provider, the only one that can answer
  next TEXT NOT NULL, -- the path to which the login leads
  invitation_id INTEGER, -- of a visitor who opened an invitation
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_logins_by_time ON provider_logins (expires_at);
