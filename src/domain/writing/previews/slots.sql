-- What linked pages contain about themselves, again: a new preview replaces the one in its place, so their number is limited.
DROP TABLE link_previews;

CREATE TABLE link_previews (
  slot INTEGER PRIMARY KEY, -- of the address
  url_hash TEXT NOT NULL,
  preview TEXT, -- JSON. NULL: the page says too little
  kept_until INTEGER NOT NULL
) STRICT;
