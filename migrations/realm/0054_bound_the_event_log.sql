-- Each event says how many rows and bytes were written into the log up to and including it. The size of the log is a
-- difference between two rows. These columns come before the facts, which may be large.
CREATE TABLE measured_events (
  id INTEGER PRIMARY KEY,
  rows_so_far INTEGER NOT NULL,
  bytes_so_far INTEGER NOT NULL,
  kind TEXT NOT NULL,
  audience TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;

INSERT INTO measured_events (id, rows_so_far, bytes_so_far, kind, audience, facts)
SELECT
  id,
  row_number() OVER (ORDER BY id),
  sum(octet_length(kind) + octet_length(audience) + octet_length(facts)) OVER (ORDER BY id),
  kind,
  audience,
  facts
FROM events;

DROP TABLE events;

ALTER TABLE measured_events RENAME TO events;

-- The queue needs only the events after this one: it has the others, or they are not for it.
ALTER TABLE queues ADD COLUMN needs_after INTEGER NOT NULL DEFAULT -1;

UPDATE queues SET needs_after = acknowledged;
