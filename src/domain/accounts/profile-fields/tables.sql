CREATE TABLE profile_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  field_data TEXT NOT NULL,
  display_in_profile_summary INTEGER NOT NULL,
  required INTEGER NOT NULL,
  editable_by_user INTEGER NOT NULL,
  use_for_user_matching INTEGER NOT NULL
) STRICT;
