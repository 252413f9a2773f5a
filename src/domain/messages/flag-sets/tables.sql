-- Flag sets: which messages have a flag of a user. A chunk covers a fixed range of message ids.
CREATE TABLE message_flags (
  user_id INTEGER NOT NULL, -- 0: all users
  flag TEXT NOT NULL, -- a StoredFlag
  chunk INTEGER NOT NULL,
  ids BLOB NOT NULL, -- the offsets in the chunk: see `id-set.ts`
  PRIMARY KEY (user_id, flag, chunk)
) STRICT, WITHOUT ROWID;

CREATE INDEX historical_message_flags ON message_flags (chunk) WHERE flag = 'historical';

CREATE INDEX alerted_message_flags ON message_flags (chunk) WHERE flag = 'alerted';

-- The id up to which a user has read everything, except manually unread messages.
CREATE TABLE read_up_to_ids (
  user_id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL
) STRICT;

-- Messages that a user marked as unread, and that cannot be computed: see `manually-unread-storage.ts`.
CREATE TABLE manually_unread (
  user_id INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  at_event INTEGER NOT NULL, -- the event at which the user marked them
  ids BLOB NOT NULL,
  PRIMARY KEY (user_id, chunk)
) STRICT, WITHOUT ROWID;
