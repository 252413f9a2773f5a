-- The chain of the entries. Older entries have empty texts, and are not protected.
-- previous_hash: the entry_hash of the entry before.
-- salt: an erasure removes it with what it protects.
-- personal_hash: of the salt, the address, the client and the details.
-- entry_hash: of previous_hash, personal_hash and the other columns.
ALTER TABLE audit_log ADD COLUMN previous_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN personal_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN entry_hash TEXT NOT NULL DEFAULT '';
