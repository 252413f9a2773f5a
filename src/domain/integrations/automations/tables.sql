-- Automations: what a user lets the realm do when something happens.
CREATE TABLE automations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL, -- its maker, with whose rights it acts
  name TEXT NOT NULL,
  trigger TEXT NOT NULL, -- JSON: what starts it
  actions TEXT NOT NULL, -- JSON: a list of what it does
  is_enabled INTEGER NOT NULL,
  due_at INTEGER, -- its next time; NULL: another trigger than a time, or no time is left
  created_at INTEGER NOT NULL
) STRICT;

-- The runs of automations that wait, and the last ones that ended.
CREATE TABLE automation_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  automation_id INTEGER NOT NULL,
  person_id INTEGER, -- the user who wrote, reacted, joined or filled in the form
  message_id INTEGER, -- the message that was sent, or has the reaction
  text TEXT NOT NULL, -- of the webhook or the form, until the run has ended
  created_at INTEGER NOT NULL,
  outcome TEXT NOT NULL, -- 'waiting', 'done', 'refused', 'failed', 'stopped', or 'skipped': there were too many runs
  step INTEGER NOT NULL, -- how many actions are done
  attempts INTEGER NOT NULL, -- attempts of the next action that began: only calls have several
  due_at INTEGER NOT NULL, -- no attempt before this time
  reason TEXT -- why it was refused or failed
) STRICT;

CREATE INDEX automation_runs_by_automation ON automation_runs (automation_id, id);

CREATE INDEX automation_runs_waiting ON automation_runs (automation_id, id) WHERE outcome = 'waiting';

CREATE INDEX automation_runs_by_time ON automation_runs (created_at);
