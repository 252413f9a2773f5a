-- Level 507: whether the channel notifies the phones of new subscribers of its messages.
ALTER TABLE channels ADD COLUMN default_push_notifications INTEGER NOT NULL DEFAULT 0;
