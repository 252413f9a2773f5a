-- What people say of themselves, as JSON: by the id of the profile field, its value.
ALTER TABLE users ADD COLUMN profile_data TEXT NOT NULL DEFAULT '{}';
