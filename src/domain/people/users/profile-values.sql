-- Imports wrote the values of profile fields as texts, and clients expect an object for each.
UPDATE users SET profile_data = (
  SELECT json_group_object(key, CASE type WHEN 'text' THEN json_object('value', value) ELSE json(value) END)
  FROM json_each(profile_data)
)
WHERE EXISTS (SELECT 1 FROM json_each(profile_data) WHERE type = 'text');
