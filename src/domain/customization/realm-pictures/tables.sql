CREATE TABLE realm_pictures (
  kind TEXT PRIMARY KEY,
  picture TEXT,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
