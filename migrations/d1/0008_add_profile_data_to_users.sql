-- The values of custom profile fields, as JSON by the id of the field.
ALTER TABLE users ADD COLUMN profile_data TEXT NOT NULL DEFAULT '{}';
