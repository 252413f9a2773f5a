-- 'imported' or 'created': an import or an administrator made the account of a person, who has not logged in yet.
-- 'deleted': the profile was deleted. All others: 'claimed'.
ALTER TABLE users ADD COLUMN standing TEXT NOT NULL DEFAULT 'claimed';
