import type { Realm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { ManuallyUnread } from './manually-unread-storage'

/** Returns the user's read-up-to id: the user has read everything up to it, except manually unread messages. */
export const findReadUpTo = (sql: SqlReader, user_id: number): number =>
  sql.maybe<{ message_id: number }>`SELECT message_id FROM read_up_to_ids WHERE user_id = ${user_id}`?.message_id ?? 0

export function setReadUpTo(sql: Sql, user_id: number, message_id: number): void {
  sql.run`INSERT INTO read_up_to_ids (user_id, message_id) VALUES (${user_id}, ${message_id})
          ON CONFLICT (user_id) DO UPDATE SET message_id = excluded.message_id`
}

/** Returns an id up to which nothing is unread, manually unread messages included. */
export function findAllReadUpTo(realm: Realm, user_id: number): number {
  const readUpTo = findReadUpTo(realm.sql, user_id)
  const [oldest] = new ManuallyUnread(realm, user_id).unreadUpTo(readUpTo)
  return oldest === undefined ? readUpTo : oldest - 1
}
