-- The link by which a guest came who gave a name only. NULL: an account like others.
ALTER TABLE users ADD COLUMN guest_link_id INTEGER;

CREATE INDEX link_guests ON users (guest_link_id) WHERE guest_link_id IS NOT NULL;
