-- The index flag `edited` of messages that were edited before the flag was stored.
UPDATE message_index SET index_flags = index_flags | 2048 WHERE id IN (SELECT message_id FROM message_edits);
