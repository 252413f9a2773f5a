CREATE TABLE alert_words (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  word_key TEXT NOT NULL -- the word in lower case: alert words are compared without case
) STRICT;

CREATE UNIQUE INDEX alert_words_by_user ON alert_words (user_id, word_key);
