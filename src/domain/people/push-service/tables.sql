-- What the bouncer knows of the realm, and whether it sends the notifications of the realm. No row: no phone of the realm was ever
-- registered, so the bouncer knows nothing of the realm.
CREATE TABLE push_status (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  facts TEXT NOT NULL, -- JSON: what the bouncer was last given, or will be
  can_push INTEGER NOT NULL, -- whether the bouncer sends notifications
  ends_at INTEGER, -- when it stops, if that is planned
  checked_at INTEGER NOT NULL, -- when the facts were last compared with the realm
  checked_event INTEGER NOT NULL, -- the newest event at that time
  pushed_at INTEGER NOT NULL DEFAULT 0 -- when the bouncer last accepted a notification
) STRICT;
