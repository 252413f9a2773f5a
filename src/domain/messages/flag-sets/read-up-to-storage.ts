import type { Realm } from '../../../realm'
import { ManuallyUnread } from './manually-unread-storage'

/** Up to here, everything that somebody received is read, but for what they made unread again. */
export const findReadUpTo = (realm: Realm, user_id: number): number =>
  realm.sql.maybe<{ message_id: number }>`SELECT message_id FROM read_up_to_ids WHERE user_id = ${user_id}`
    ?.message_id ?? 0

export function setReadUpTo(realm: Realm, user_id: number, message_id: number): void {
  realm.sql.run`INSERT INTO read_up_to_ids (user_id, message_id) VALUES (${user_id}, ${message_id})
                ON CONFLICT (user_id) DO UPDATE SET message_id = excluded.message_id`
}

/** Up to here, nothing is unread. */
export function findAllReadUpTo(realm: Realm, user_id: number): number {
  const floor = findReadUpTo(realm, user_id)
  const [oldest] = new ManuallyUnread(realm, user_id).unreadUpTo(floor)
  return oldest === undefined ? floor : oldest - 1
}
