-- What is left to do for accounts whose personal data is being erased: what may be too much for one request.
CREATE TABLE erasure_work (
  user_id INTEGER PRIMARY KEY,
  deletes_messages INTEGER NOT NULL, -- 1: the messages of the account are deleted too
  step TEXT NOT NULL,
  position INTEGER NOT NULL -- the step continues after this id
) STRICT;
