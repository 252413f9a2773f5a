-- The accounts whose personal data was erased. They stay, without names, as the writers of their messages.
CREATE TABLE erased_users (
  user_id INTEGER PRIMARY KEY,
  erased_at INTEGER NOT NULL
) STRICT;
