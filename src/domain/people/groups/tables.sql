-- System groups and user groups.
CREATE TABLE user_groups (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name in lower case: names are compared without case
  description TEXT NOT NULL,
  date_created INTEGER,
  creator_id INTEGER,
  is_system_group INTEGER NOT NULL,
  deactivated INTEGER NOT NULL,
  permissions TEXT NOT NULL -- JSON: a group-setting value for each permission
) STRICT;

-- The direct members of user groups. Those of system groups follow from roles.
CREATE TABLE group_members (
  group_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX groups_by_member ON group_members (user_id);

CREATE TABLE group_subgroups (
  group_id INTEGER NOT NULL,
  subgroup_id INTEGER NOT NULL,
  PRIMARY KEY (group_id, subgroup_id)
) STRICT, WITHOUT ROWID;

-- Whether a user was in a group before each change that older events in the log depend on.
CREATE TABLE group_member_history (
  user_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL, -- the last event before the change
  was_in INTEGER NOT NULL,
  PRIMARY KEY (to_event, user_id, group_id)
) STRICT, WITHOUT ROWID;

-- Whether a group was a subgroup of a group before each such change.
CREATE TABLE group_subgroup_history (
  subgroup_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  to_event INTEGER NOT NULL, -- the last event before the change
  was_in INTEGER NOT NULL,
  PRIMARY KEY (to_event, subgroup_id, group_id)
) STRICT, WITHOUT ROWID;
