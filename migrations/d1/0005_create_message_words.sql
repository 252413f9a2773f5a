-- The search index. FTS5 identifies rows by number only, so each realm has a number, and its rows have a range of ids.
CREATE TABLE realm_numbers (
  number INTEGER PRIMARY KEY,
  realm_id TEXT NOT NULL UNIQUE
) STRICT;

-- Which message has which word, without text and positions. The Worker checks each result against the body.
CREATE VIRTUAL TABLE messages_words USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
