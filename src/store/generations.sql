-- Where the texts of the realm are, if they are not all in the first database. See generations.ts.
CREATE TABLE generations (
  number INTEGER PRIMARY KEY,
  database TEXT NOT NULL, -- the binding of the D1 database
  first_message_id INTEGER NOT NULL, -- bodies from this id on are there
  first_edit_id INTEGER NOT NULL -- earlier versions from this edit on are there
) STRICT;
