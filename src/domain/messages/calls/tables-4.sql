-- JSON: the users for whom the call rings. Who declines it or takes part is removed.
ALTER TABLE calls ADD COLUMN rings_for TEXT NOT NULL DEFAULT '[]';
