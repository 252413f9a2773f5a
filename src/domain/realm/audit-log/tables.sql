-- The audit log: who logged in, and who changed what in the organization. Owners read it.
CREATE TABLE audit_log (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL, -- one of AUDIT_KINDS
  actor_id INTEGER, -- the user who sent the request; NULL: a visitor or the deployment
  user_id INTEGER, -- the user whom the entry concerns, if it concerns one
  address TEXT NOT NULL, -- the network address of the request
  client TEXT NOT NULL, -- the program that sent the request
  details TEXT NOT NULL -- a JSON object, without secrets
) STRICT;
