-- What the language model of the organization answered, so that it is asked once.
CREATE TABLE model_answers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order of storing
  question TEXT NOT NULL UNIQUE, -- what was asked, as `storage.ts` names it
  message_id INTEGER, -- the translated message; NULL for a summary
  content TEXT NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;
CREATE INDEX model_answers_by_message ON model_answers (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX model_answers_by_age ON model_answers (stored_at);
