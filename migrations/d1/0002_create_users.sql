-- Public profiles, for bulk reads in the Worker. The realm decides by its own copy.
CREATE TABLE users (
  realm_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  email TEXT NOT NULL,
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  bot_type INTEGER,
  bot_owner_id INTEGER,
  date_joined INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  avatar_source TEXT NOT NULL,
  avatar_version INTEGER NOT NULL,
  PRIMARY KEY (realm_id, user_id)
) STRICT, WITHOUT ROWID;
