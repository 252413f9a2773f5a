-- The widget of a message, and what users did with it: see `storage.ts`.
CREATE TABLE submessages (
  message_id INTEGER NOT NULL,
  id INTEGER NOT NULL, -- an event id
  sender_id INTEGER NOT NULL,
  msg_type TEXT NOT NULL, -- 'widget' for the widget itself
  content TEXT NOT NULL, -- JSON
  PRIMARY KEY (message_id, id)
) STRICT, WITHOUT ROWID;
