-- The custom profile fields of the organization. The values are in the users' rows.
CREATE TABLE profile_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again, so a later field does not show the values of a deleted one
  position INTEGER NOT NULL, -- `order` of the API
  type INTEGER NOT NULL, -- a number of the API: short text, long text, list of options, …
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  field_data TEXT NOT NULL, -- JSON: the options of a list, or the external account; '' for other types
  display_in_profile_summary INTEGER NOT NULL,
  required INTEGER NOT NULL,
  editable_by_user INTEGER NOT NULL,
  use_for_user_matching INTEGER NOT NULL
) STRICT;
