-- An owner can import, too: the key with which their browser sends the rows, and how much it has sent.
ALTER TABLE realm_imports ADD COLUMN key_hash TEXT;
ALTER TABLE realm_imports ADD COLUMN rows_sent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE realm_imports ADD COLUMN file_bytes INTEGER NOT NULL DEFAULT 0;
