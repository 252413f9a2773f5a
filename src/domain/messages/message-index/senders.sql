-- Who sent the messages of a chunk. Null: an earlier version wrote the row. Who reads it then writes it anew.
ALTER TABLE sent_ids ADD COLUMN senders BLOB;
