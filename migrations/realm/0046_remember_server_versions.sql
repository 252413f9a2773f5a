-- Which version of the server this realm ran under, one row for each time that it became another.
CREATE TABLE server_generations (
  generation INTEGER PRIMARY KEY,
  version TEXT NOT NULL
) STRICT;

CREATE INDEX queues_by_user ON queues (user_id);
