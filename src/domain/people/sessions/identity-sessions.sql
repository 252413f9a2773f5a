-- The sessions that began at an identity provider, which can end them.
CREATE TABLE identity_sessions (
  session_id INTEGER PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  provider_session TEXT -- the provider's name of its own session, if it stated one
) STRICT;

CREATE INDEX identity_sessions_by_identity ON identity_sessions (issuer, subject);
CREATE INDEX identity_sessions_by_provider_session ON identity_sessions (issuer, provider_session);
