CREATE TABLE reminders (
  reminder_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  note TEXT NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  scheduled_delivery_timestamp INTEGER NOT NULL
) STRICT;

CREATE INDEX reminders_by_user ON reminders (user_id, scheduled_delivery_timestamp);

CREATE INDEX reminders_by_time ON reminders (scheduled_delivery_timestamp);
