-- Copied files that the bucket of files no longer has. They are deleted when no kept copy lists them.
CREATE TABLE nightly_copy_absences (
  key TEXT PRIMARY KEY,
  night INTEGER NOT NULL -- the first copy that does not list the file
) STRICT, WITHOUT ROWID;

CREATE INDEX nightly_copy_absences_by_night ON nightly_copy_absences (night);
