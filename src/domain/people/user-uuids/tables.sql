-- The UUIDs of users (version 4), by which other services know them. A user gets one when a service first needs it.
CREATE TABLE user_uuids (
  user_id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL
) STRICT;
