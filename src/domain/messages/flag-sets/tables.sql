CREATE TABLE message_flags (
  user_id INTEGER NOT NULL,
  flag TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, flag, chunk)
) STRICT, WITHOUT ROWID;

CREATE INDEX historical_message_flags ON message_flags (chunk) WHERE flag = 'historical';

CREATE INDEX alerted_message_flags ON message_flags (chunk) WHERE flag = 'alerted';

CREATE TABLE read_up_to_ids (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL
) STRICT;

CREATE TABLE manually_unread (
  user_id INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  at_event INTEGER NOT NULL,
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
