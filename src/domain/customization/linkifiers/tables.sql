-- The linkifiers of the realm. `RealmLinkifier` explains the columns.
CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL, -- their order: of two that match the same text, the first one applies
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  alternative_url_templates TEXT NOT NULL, -- JSON
  example_input TEXT,
  reverse_template TEXT
) STRICT;
