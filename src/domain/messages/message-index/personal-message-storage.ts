import type { SqlReader } from '../../../store/realm-sql'

/** A direct message to a user, or a channel message that mentions the user by name. */
export type PersonalMessage = { message_id: number; sender_id: number; user_id: number; is_direct: number }

/**
 * Returns the personal messages of these users since a message, oldest first: one entry for each message and user. The
 * conversation of a channel message may have no row, if a move emptied it. A direct conversation has one as long as it has
 * messages.
 */
export const personalMessagesSince = (
  sql: SqlReader,
  user_ids: readonly number[],
  message_id: number,
): PersonalMessage[] =>
  sql.all<PersonalMessage>`
    SELECT m.id AS message_id, m.sender_id, p.user_id, 1 AS is_direct
    FROM message_index m JOIN participants p ON p.conversation_id = m.conversation_id
    WHERE m.id > ${message_id} AND p.user_id IN (SELECT value FROM json_each(${user_ids}))
    UNION ALL
    SELECT m.id, m.sender_id, n.user_id, 0
    FROM message_index m JOIN mentions n ON n.message_id = m.id LEFT JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id > ${message_id} AND c.people IS NULL AND n.user_id IN (SELECT value FROM json_each(${user_ids}))
    ORDER BY message_id`
