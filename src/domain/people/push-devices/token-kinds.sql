-- The bouncer needs the kind of the push service with each notification. NULL: the device has no token.
ALTER TABLE client_devices ADD COLUMN token_kind TEXT;
-- Earlier versions gave the bouncer another UUID of the realm, so it knows none of these tokens. A client whose token is not here
-- registers it again when it starts.
UPDATE client_devices SET push_token_id = NULL, pending_push_token_id = NULL, error_code = NULL, bouncer_public_key = NULL,
  encrypted_push_registration = NULL, due_at = NULL, attempts = 0;
