import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/** Which messages of a user the alarm deletes. The kinds are 1 or 0. */
export type MessageRemoval = {
  user_id: number
  in_public_channels: number
  in_private_channels: number
  in_direct_messages: number
  position: number
  last_message_id: number
}

const REMOVAL = sqlText`user_id, in_public_channels, in_private_channels, in_direct_messages, position, last_message_id`

export const nextMessageRemoval = (sql: SqlReader): MessageRemoval | undefined =>
  sql.maybe<MessageRemoval>`SELECT ${REMOVAL} FROM message_removals ORDER BY user_id LIMIT 1`

export const writeMessageRemoval = (sql: Sql, removal: MessageRemoval): void =>
  sql.run`INSERT OR REPLACE INTO message_removals (${REMOVAL})
          VALUES (${removal.user_id}, ${removal.in_public_channels}, ${removal.in_private_channels},
                  ${removal.in_direct_messages}, ${removal.position}, ${removal.last_message_id})`

export const deleteMessageRemoval = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM message_removals WHERE user_id = ${user_id}`
