-- A deleted message leaves an empty row of a newer version, so that no older one, sent late or twice, brings it back.
ALTER TABLE messages ADD COLUMN is_deleted INTEGER;
