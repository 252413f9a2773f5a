-- By which a realm learns whether the address of a user has an account in another realm, too. The address itself may be hidden.
ALTER TABLE users ADD COLUMN address_hash TEXT NOT NULL DEFAULT '';

CREATE INDEX users_by_address ON users (address_hash) WHERE is_active = 1 AND address_hash <> '';
