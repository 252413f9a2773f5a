-- Who was in a group directly, and which group in which, up to the event before that changed. Events are read after they
-- happened, and go to those who might see what they are about then.
CREATE TABLE past_members (
  user_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  was_in INTEGER NOT NULL,
  PRIMARY KEY (to_event, user_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE past_subgroups (
  subgroup_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL,
  was_in INTEGER NOT NULL,
  PRIMARY KEY (to_event, subgroup_id, group_id)
) STRICT, WITHOUT ROWID;
