-- The browsers that receive push notifications. A session has at most one, which ends with it. The address at the push service
-- and the keys are secrets: see `secretNameOf` in browsers.ts. An app without a session has the negative number of its device.
CREATE TABLE push_browsers (
  session_id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  endpoint_hash TEXT NOT NULL -- SHA-256 of the address: it finds the earlier session of the same browser
) STRICT;

CREATE INDEX push_browsers_by_user ON push_browsers (user_id);
CREATE UNIQUE INDEX push_browsers_by_endpoint ON push_browsers (endpoint_hash);
