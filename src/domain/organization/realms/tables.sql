-- When the realm is erased, if an owner or the operator asked for it. At most one row.
CREATE TABLE realm_erasure (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  erase_at INTEGER NOT NULL -- UNIX seconds
) STRICT;
