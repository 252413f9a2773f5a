import type { Realm } from '../../../realm'
import { UnreadAgain } from './unread-again'

/** Up to here, everything that somebody received is read, but for what they made unread again. */
export const floorOf = (realm: Realm, user_id: number): number =>
  realm.sql.maybe<{ message_id: number }>`SELECT message_id FROM unread_floors WHERE user_id = ${user_id}`
    ?.message_id ?? 0

export function setFloor(realm: Realm, user_id: number, message_id: number): void {
  realm.sql.run`INSERT INTO unread_floors (user_id, message_id) VALUES (${user_id}, ${message_id})
                ON CONFLICT (user_id) DO UPDATE SET message_id = excluded.message_id`
}

/** Up to here, nothing is unread. */
export function nothingUnreadUpTo(realm: Realm, user_id: number): number {
  const floor = floorOf(realm, user_id)
  const [oldest] = new UnreadAgain(realm, user_id).unreadUpTo(floor)
  return oldest === undefined ? floor : oldest - 1
}
