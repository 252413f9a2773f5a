-- The calls that run, and those whose message does not say yet how they ended. A call is in the conversation of its message.
-- Who takes part is not here: the sockets of the participants say it.
CREATE TABLE calls (
  call_id INTEGER PRIMARY KEY, -- the id of its message
  conversation_id INTEGER NOT NULL, -- where its message was sent: a move does not change it, as in the message index
  announced_in TEXT NOT NULL, -- JSON: where clients know the call, [stream_id, topic]. A move changes it
  starter_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  secret TEXT NOT NULL, -- with it, the realm signs the seats of participants
  ring_until INTEGER, -- NULL: it does not ring
  user_ids TEXT NOT NULL, -- JSON: the users who took part. It is written when a participant leaves
  away TEXT NOT NULL, -- JSON: the seats that are kept for participants whose socket closed
  empty_since INTEGER, -- NULL: a participant was there the last time that the realm looked
  ended_at INTEGER, -- NULL: it runs
  end_reason TEXT -- NULL: it runs
) STRICT;
