CREATE TABLE submessages (
  message_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (message_id, id)
) STRICT, WITHOUT ROWID;
