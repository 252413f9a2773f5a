-- Of an export of a search over everything: its entry of the log of discovery. NULL: another export.
ALTER TABLE exports ADD COLUMN search_id INTEGER;

CREATE INDEX exports_of_searches ON exports (export_time)
  WHERE search_id IS NOT NULL AND deleted_timestamp IS NULL AND failed_timestamp IS NULL;
