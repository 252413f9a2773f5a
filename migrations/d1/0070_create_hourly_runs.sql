-- When the platform last started the work of each hour, in one row.
CREATE TABLE hourly_runs (
  singleton INTEGER PRIMARY KEY,
  ran_at INTEGER NOT NULL
) STRICT;
