-- What the organization asked its language model: one row for each day in UTC.
CREATE TABLE model_usage (
  day INTEGER PRIMARY KEY, -- days since 1970
  requests INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL, -- as the model counted them
  output_tokens INTEGER NOT NULL
) STRICT;
