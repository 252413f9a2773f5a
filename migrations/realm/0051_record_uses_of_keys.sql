-- The last use of a key, in seconds, up to an hour too early. One more login deletes the key that was used longest ago.
ALTER TABLE api_keys ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
UPDATE api_keys SET used_at = made_at;
