-- How often the email addresses of a channel were revoked. An address names its version, and an older one is worthless.
-- creator_id 0: all addresses of the channel.
CREATE TABLE email_address_versions (
  stream_id INTEGER NOT NULL,
  creator_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (stream_id, creator_id, sender_id)
) STRICT, WITHOUT ROWID;
