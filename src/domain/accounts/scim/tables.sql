-- The bearer tokens of the organization's directory.
CREATE TABLE scim_tokens (
  token_id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256: the token itself is only in the directory
  description TEXT NOT NULL,
  made_by INTEGER NOT NULL, -- the owner who created it
  made_at INTEGER NOT NULL,
  used_at INTEGER -- up to an hour too early
) STRICT;

-- What the directory stated about accounts. An account without a row is known to the directory by its address.
CREATE TABLE scim_users (
  user_id INTEGER PRIMARY KEY,
  user_name_key TEXT NOT NULL, -- in lower case
  external_id TEXT,
  document TEXT NOT NULL, -- JSON: the attributes as the directory stated them
  is_deleted INTEGER NOT NULL, -- 1: the directory deleted the user. The account is deactivated
  changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX scim_users_by_name ON scim_users (user_name_key);
CREATE INDEX scim_users_by_external_id ON scim_users (external_id);

-- The groups that the directory manages.
CREATE TABLE scim_groups (
  group_id INTEGER PRIMARY KEY,
  external_id TEXT,
  is_deleted INTEGER NOT NULL, -- 1: the directory deleted the group. It is deactivated
  changed_at INTEGER NOT NULL
) STRICT;
