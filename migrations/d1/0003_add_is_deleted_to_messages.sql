-- A deleted message leaves an empty row of a newer version, so that an older row, sent late or twice, cannot restore it.
ALTER TABLE messages ADD COLUMN is_deleted INTEGER;
