-- The ids that clients gave to messages, so that a repeated request sends a message once.
CREATE TABLE client_ids (
  day INTEGER NOT NULL, -- of the message, in days since 1970: old rows are deleted by day, without an index
  sender_id INTEGER NOT NULL,
  client_id TEXT NOT NULL, -- 32 hexadecimal digits
  message_id INTEGER NOT NULL,
  PRIMARY KEY (day, sender_id, client_id)
) STRICT, WITHOUT ROWID;
