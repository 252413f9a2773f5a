-- The messages of deactivated users that administrators had deleted, until the alarm has deleted them.
CREATE TABLE message_removals (
  user_id INTEGER PRIMARY KEY,
  in_public_channels INTEGER NOT NULL, -- 1: the messages in them are deleted
  in_private_channels INTEGER NOT NULL,
  in_direct_messages INTEGER NOT NULL,
  position INTEGER NOT NULL, -- the messages up to this id are done
  last_message_id INTEGER NOT NULL -- a later message stays: the user was reactivated
) STRICT;
