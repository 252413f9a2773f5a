-- What the first bytes of a picture say about it. NULL: the file is no picture, or is older than these columns.
ALTER TABLE attachments ADD COLUMN picture_type TEXT;
ALTER TABLE attachments ADD COLUMN width INTEGER; -- as a browser shows the picture
ALTER TABLE attachments ADD COLUMN height INTEGER;
