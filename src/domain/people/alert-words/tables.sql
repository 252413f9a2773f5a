CREATE TABLE alert_words (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  word_key TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX alert_words_by_user ON alert_words (user_id, word_key);
