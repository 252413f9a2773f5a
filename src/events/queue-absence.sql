-- Whether the client of a queue has been away for so long that its user is absent, while the queue lives on for a phone that sleeps.
ALTER TABLE queues ADD COLUMN is_away INTEGER NOT NULL DEFAULT 0;
