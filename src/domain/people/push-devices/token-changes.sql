-- What the bouncer is not yet given about the tokens of phones without encryption, in order.
CREATE TABLE push_token_changes (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  op TEXT NOT NULL, -- 'add', 'remove', or 'remove_all'
  token_kind TEXT, -- NULL: all tokens of the user
  token TEXT,
  ios_app_id TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX push_token_changes_due ON push_token_changes (due_at);

-- Earlier versions did not register tokens with the bouncer.
INSERT INTO push_token_changes (user_id, op, token_kind, token, ios_app_id, created_at, due_at, attempts)
SELECT user_id, 'add', token_kind, token, ios_app_id, CAST(strftime('%s', 'now') AS INTEGER), 0, 0 FROM push_tokens;
