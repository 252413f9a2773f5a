-- The session that connects an identity with its account, instead of logging in.
ALTER TABLE provider_logins ADD COLUMN session_id INTEGER;
