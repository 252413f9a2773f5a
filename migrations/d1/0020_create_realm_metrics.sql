-- What each realm has done and holds: a row for each day, and a row for all days (day 0). See src/store/realm-metrics.ts.
CREATE TABLE realm_metrics (
  day INTEGER NOT NULL, -- days since 1970 in UTC
  realm_id TEXT NOT NULL,
  saved_at INTEGER NOT NULL, -- seconds since 1970
  counts TEXT NOT NULL, -- JSON: what was added up, by name
  gauges TEXT NOT NULL, -- JSON: what the realm held then, by name
  PRIMARY KEY (day, realm_id)
) STRICT, WITHOUT ROWID;
