-- Since which event somebody may know of a private channel because of a group they came into.
CREATE TABLE gained_sight (
  stream_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  after_event INTEGER NOT NULL,
  PRIMARY KEY (stream_id, user_id)
) STRICT, WITHOUT ROWID;
