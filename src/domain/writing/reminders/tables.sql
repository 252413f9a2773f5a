-- Reminders of messages. A row is deleted when its reminder is sent.
CREATE TABLE reminders (
  reminder_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  note TEXT NOT NULL, -- '': none
  content TEXT NOT NULL, -- of the reminder, without the quote of the message
  rendered_content TEXT NOT NULL,
  scheduled_delivery_timestamp INTEGER NOT NULL
) STRICT;

CREATE INDEX reminders_by_user ON reminders (user_id, scheduled_delivery_timestamp);

CREATE INDEX reminders_by_time ON reminders (scheduled_delivery_timestamp);
