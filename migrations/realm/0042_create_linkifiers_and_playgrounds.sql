-- Ids are never given again: messages that clients hold were made with them.
CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  place INTEGER NOT NULL,
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  alternative_url_templates TEXT NOT NULL,
  example_input TEXT,
  reverse_template TEXT
) STRICT;

CREATE TABLE playgrounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL,
  UNIQUE (pygments_language, name)
) STRICT;
