import type { SqlReader, Sql } from '../../../store/realm-sql'
import { NO_STATUS, type Status } from './rules'

type StatusRow = Status & { user_id: number }

export const allStatuses = (sql: SqlReader): Map<number, Status> =>
  new Map(
    sql.all<StatusRow>`SELECT user_id, status_text, emoji_name, emoji_code, reaction_type FROM user_statuses`.map(
      ({ user_id, ...status }) => [user_id, status],
    ),
  )

export const statusOf = (sql: SqlReader, user_id: number): Status =>
  sql.maybe<Status>`
    SELECT status_text, emoji_name, emoji_code, reaction_type FROM user_statuses WHERE user_id = ${user_id}` ??
  NO_STATUS

export function writeStatus(sql: Sql, user_id: number, status: Status): void {
  const { status_text, emoji_name, emoji_code, reaction_type } = status
  if (status_text === '' && emoji_name === '') sql.run`DELETE FROM user_statuses WHERE user_id = ${user_id}`
  else
    sql.run`INSERT INTO user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
            VALUES (${user_id}, ${status_text}, ${emoji_name}, ${emoji_code}, ${reaction_type})
            ON CONFLICT (user_id) DO UPDATE SET
              status_text = excluded.status_text, emoji_name = excluded.emoji_name,
              emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`
}
