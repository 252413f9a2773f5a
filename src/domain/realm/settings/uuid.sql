-- The UUID of the realm (version 4), by which other services know it, also after it moved to another deployment. It belongs to the
-- realm that has the secret.
CREATE TABLE realm_uuid (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  uuid TEXT NOT NULL,
  owner_secret TEXT NOT NULL
) STRICT;

-- The realms of earlier versions had no UUID.
INSERT INTO realm_uuid (singleton, uuid, owner_secret)
SELECT 1,
       lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
             || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
       lower(hex(randomblob(32)))
FROM realm;
