-- What an archive needs to know about each file without reading it: an archive has one layout, so that a download continues.
ALTER TABLE export_files ADD COLUMN entry TEXT NOT NULL DEFAULT ''; -- its name in the archive: adjacent files with one name are one
ALTER TABLE export_files ADD COLUMN items INTEGER NOT NULL DEFAULT 0;
ALTER TABLE export_files ADD COLUMN size INTEGER NOT NULL DEFAULT 0; -- 0: from a version whose archives had no layout
ALTER TABLE export_files ADD COLUMN sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE export_files ADD COLUMN included_bytes INTEGER NOT NULL DEFAULT 0; -- of the R2 files after it, in the archive
ALTER TABLE exports ADD COLUMN form TEXT NOT NULL DEFAULT 'parley';
