-- How many late answers a run of a command has had. A run without a late answer has no row.
CREATE TABLE late_answers (
  run_id TEXT PRIMARY KEY,
  answers INTEGER NOT NULL,
  until INTEGER NOT NULL -- no answer from this time on: then the row is deleted
) STRICT, WITHOUT ROWID;

CREATE INDEX late_answers_by_time ON late_answers (until);
