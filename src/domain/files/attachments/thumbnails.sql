-- The thumbnail of a picture. NULL: none was tried yet.
ALTER TABLE attachments ADD COLUMN thumbnail TEXT; -- 'pending', 'requested', 'ready', 'failed' or 'original'
ALTER TABLE attachments ADD COLUMN thumbnail_due INTEGER; -- when the alarm gives up, or updates the messages with it. NULL: nothing is to do
ALTER TABLE attachments ADD COLUMN thumbnail_size INTEGER; -- in bytes
ALTER TABLE attachments ADD COLUMN thumbnail_etag TEXT;
ALTER TABLE attachments ADD COLUMN is_animated INTEGER NOT NULL DEFAULT 0;

CREATE INDEX attachments_by_thumbnail_due ON attachments (thumbnail_due) WHERE thumbnail_due IS NOT NULL;
