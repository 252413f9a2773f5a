-- The copy from which the realm was filled, or is being filled. At most one row.
CREATE TABLE realm_imports (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  copy_id TEXT NOT NULL,
  owners TEXT NOT NULL, -- JSON: the owners before the import, with the hashes of their passwords
  keeps_owners INTEGER NOT NULL, -- 1: accounts that were owners in the copy are owners
  is_finished INTEGER NOT NULL
) STRICT;
