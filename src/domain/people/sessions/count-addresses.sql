-- Count addresses: pages of other organizations read with them how many messages a user has not read, and nothing else. The secret is
-- part of the address. An address ends with the session that made it.
CREATE TABLE count_addresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  session_id INTEGER NOT NULL,
  origin TEXT NOT NULL, -- of the organization whose page keeps the address, such as 'https://chat.example.com'
  secret_hash TEXT NOT NULL UNIQUE, -- SHA-256
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX count_addresses_by_user ON count_addresses (user_id);
CREATE UNIQUE INDEX count_addresses_by_session ON count_addresses (session_id, origin);
