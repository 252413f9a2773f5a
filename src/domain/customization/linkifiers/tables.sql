CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  place INTEGER NOT NULL,
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  alternative_url_templates TEXT NOT NULL,
  example_input TEXT,
  reverse_template TEXT
) STRICT;
