-- The words by which messages are found. Rows are told apart by number alone, so each realm has a number, and its rows
-- lie in a range of their own.
CREATE TABLE realm_numbers (
  number INTEGER PRIMARY KEY,
  realm_id TEXT NOT NULL UNIQUE
) STRICT;

-- Only which message has which word: no text, and no places. What is found is looked at again, so neither is missed.
CREATE VIRTUAL TABLE messages_words USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
