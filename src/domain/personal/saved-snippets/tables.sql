CREATE TABLE saved_snippets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL, -- Markdown
  date_created INTEGER NOT NULL
) STRICT;

CREATE INDEX saved_snippets_by_user ON saved_snippets (user_id);
