-- The checksums of large files, which several batches of an export compute.
CREATE TABLE export_checksums (
  export_id INTEGER NOT NULL,
  key TEXT NOT NULL, -- of the file in R2
  position INTEGER NOT NULL, -- how many of its bytes are in the state
  state TEXT NOT NULL, -- JSON: see `Sha256State`
  sha256 TEXT NOT NULL, -- '' until all bytes are in the state
  PRIMARY KEY (export_id, key)
) STRICT, WITHOUT ROWID;
