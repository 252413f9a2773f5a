-- How a client that is a device receives notifications (feature level 468). NULL: it receives none.
ALTER TABLE client_devices ADD COLUMN push_key_id INTEGER; -- the client's name of the key, which is a secret of the realm
ALTER TABLE client_devices ADD COLUMN push_token_id TEXT; -- the client's name of the token that the bouncer knows
ALTER TABLE client_devices ADD COLUMN pending_push_token_id TEXT; -- the bouncer has not answered yet, or refused
ALTER TABLE client_devices ADD COLUMN token_updated_at INTEGER;
ALTER TABLE client_devices ADD COLUMN error_code TEXT; -- why the bouncer refused
ALTER TABLE client_devices ADD COLUMN bouncer_public_key TEXT; -- of the registration that waits
ALTER TABLE client_devices ADD COLUMN encrypted_push_registration TEXT;
ALTER TABLE client_devices ADD COLUMN due_at INTEGER; -- when to send the registration. NULL: it is finished
ALTER TABLE client_devices ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;

CREATE INDEX client_devices_due ON client_devices (due_at) WHERE due_at IS NOT NULL;
