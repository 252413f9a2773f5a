-- Who might see a channel before it was last changed, and up to which event. Events are read after they happened, and go
-- to those who could see the channel then.
CREATE TABLE past_access (
  stream_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  invite_only INTEGER NOT NULL,
  is_web_public INTEGER NOT NULL,
  permissions TEXT NOT NULL,
  PRIMARY KEY (stream_id, to_event)
) STRICT, WITHOUT ROWID;
