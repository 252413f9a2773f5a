CREATE TABLE marks (
  user_id INTEGER NOT NULL,
  flag TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, flag, chunk)
) STRICT, WITHOUT ROWID;

CREATE INDEX historical_marks ON marks (chunk) WHERE flag = 'historical';

CREATE INDEX alerted_marks ON marks (chunk) WHERE flag = 'alerted';

CREATE TABLE unread_floors (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL
) STRICT;

CREATE TABLE unread_again (
  user_id INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
