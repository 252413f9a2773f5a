-- What people made unread that they never received, or had left behind when they left its channel: sets of message ids, cut
-- as those in marks are, and the event as of which they did. They stand as long as somebody stays with them from then on.
CREATE TABLE unread_again (
  user_id INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
