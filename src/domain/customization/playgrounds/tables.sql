-- The code playgrounds: web sites to which clients send the code of a code block in a language.
CREATE TABLE playgrounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL,
  UNIQUE (pygments_language, name)
) STRICT;
