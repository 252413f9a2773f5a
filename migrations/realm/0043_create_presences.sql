-- One row for the presences of many people: who is here says so every minute, and all of them at once.
CREATE TABLE presences (
  chunk INTEGER PRIMARY KEY,
  entries TEXT NOT NULL
) STRICT;
