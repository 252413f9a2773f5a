-- The thumbnail that moves, of a picture with several frames. NULL: there is none.
ALTER TABLE attachments ADD COLUMN animation_size INTEGER; -- in bytes
ALTER TABLE attachments ADD COLUMN animation_etag TEXT;
