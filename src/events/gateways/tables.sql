-- What a gateway knows about itself. One row.
CREATE TABLE gateway (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  realm_name TEXT NOT NULL,
  number INTEGER NOT NULL, -- among the gateways of the realm
  applied INTEGER, -- the version up to which changes of the realm are applied; NULL: it knows no version
  stored_up_to INTEGER NOT NULL -- segments have each event up to this id that a queue needs
) STRICT;

-- Events that clients of this gateway have not acknowledged. See gateway-log.ts.
CREATE TABLE segments (
  last_id INTEGER PRIMARY KEY, -- the newest event in it
  count INTEGER NOT NULL, -- of events
  events TEXT NOT NULL -- JSON
) STRICT;
