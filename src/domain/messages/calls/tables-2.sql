-- The links /calls/join/<digits> in messages. Clients that know calls of Jitsi write them.
CREATE TABLE call_links (
  digits TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (digits, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_links_by_message ON call_links (message_id);
