-- 1: the operator requested it, and it has the private data of all users.
ALTER TABLE exports ADD COLUMN is_complete INTEGER NOT NULL DEFAULT 0;
