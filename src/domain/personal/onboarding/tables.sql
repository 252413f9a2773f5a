-- The onboarding steps that a user has seen.
CREATE TABLE onboarding_steps_seen (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;
