-- The bodies of messages. The realm has everything else about a message.
CREATE TABLE messages (
  realm_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  client TEXT NOT NULL,
  is_me_message INTEGER NOT NULL,
  PRIMARY KEY (realm_id, id)
) STRICT, WITHOUT ROWID;
