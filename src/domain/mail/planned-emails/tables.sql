-- Emails for a later day. An email that is not needed by then is not sent.
CREATE TABLE planned_emails (
  kind TEXT NOT NULL, -- 'topics', 'guide' or 'team', for a new user; 'invitation', as a reminder
  target_id INTEGER NOT NULL, -- of the user, or of the invitation
  due_at INTEGER NOT NULL,
  PRIMARY KEY (kind, target_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX planned_emails_by_time ON planned_emails (due_at);
