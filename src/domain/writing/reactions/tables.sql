-- The reactions to messages. The primary key finds a reaction without reading those of other users.
CREATE TABLE reactions (
  message_id INTEGER NOT NULL,
  reaction_type TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  emoji_name TEXT NOT NULL, -- the same in all reactions to a message with this emoji
  position INTEGER NOT NULL, -- increases in the order in which users reacted: an id of the event log
  PRIMARY KEY (message_id, reaction_type, emoji_code, user_id)
) STRICT, WITHOUT ROWID;
