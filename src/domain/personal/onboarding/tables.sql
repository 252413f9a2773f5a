CREATE TABLE onboarding_steps_taken (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;
