-- The accounts whose personal data was erased. They are here because a restore takes away what the realm itself stored, and must
-- not bring back erased data.
CREATE TABLE erased_users (
  realm_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  deletes_messages INTEGER NOT NULL, -- 1: the messages of the account were deleted too
  PRIMARY KEY (realm_id, user_id)
) STRICT, WITHOUT ROWID;
