-- A right that is given to an account and not to a role, like that to create users.
ALTER TABLE users ADD COLUMN can_change_user_emails INTEGER NOT NULL DEFAULT 0;
