-- When users were last active, in chunks of user ids. Memory is up to ten seconds ahead.
CREATE TABLE presences (
  chunk INTEGER PRIMARY KEY,
  entries TEXT NOT NULL -- JSON: [user_id, active_timestamp, idle_timestamp, update_id] for each user
) STRICT;
