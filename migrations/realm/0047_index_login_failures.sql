-- Whoever tries sweeps away what is old; without this, each of many guesses would read all the others.
CREATE INDEX login_failures_by_time ON login_failures (failed_at);
