-- The gateways of the realm: objects that hold its queues. See gateways.ts.
CREATE TABLE gateways (
  number INTEGER PRIMARY KEY,
  region TEXT NOT NULL, -- the part of the world of its users; empty: unknown
  version INTEGER NOT NULL, -- the number of its changes
  stored_up_to INTEGER NOT NULL -- it has stored each event up to this one; the log has the later ones
) STRICT;
