CREATE TABLE user_groups (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL,
  date_created INTEGER,
  creator_id INTEGER,
  is_system_group INTEGER NOT NULL,
  deactivated INTEGER NOT NULL,
  permissions TEXT NOT NULL
) STRICT;

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
