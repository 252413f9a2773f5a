-- Which messages changed after they were sent, in chunks of 2,048 ids: see `version-storage.ts`. Clients that keep messages compare it.
CREATE TABLE message_versions (
  chunk INTEGER PRIMARY KEY,
  versions BLOB NOT NULL -- the newest event of each message, by its offset: see `encodeGroups`
) STRICT;
