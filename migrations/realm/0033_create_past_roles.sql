-- Which role somebody had, up to the event before it changed. Events are read after they happened, and go to those who might
-- hear of them then.
CREATE TABLE past_roles (
  user_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (user_id, to_event)
) STRICT, WITHOUT ROWID;
