import type { Realm } from '../../realm'

/** Up to here, everything that somebody received is read. */
export const floorOf = (realm: Realm, user_id: number): number =>
  realm.sql.maybe<{ message_id: number }>`SELECT message_id FROM unread_floors WHERE user_id = ${user_id}`
    ?.message_id ?? 0

export function setFloor(realm: Realm, user_id: number, message_id: number): void {
  realm.sql.run`INSERT INTO unread_floors (user_id, message_id) VALUES (${user_id}, ${message_id})
                ON CONFLICT (user_id) DO UPDATE SET message_id = excluded.message_id`
}
