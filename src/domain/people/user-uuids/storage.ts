import type { Realm } from '../../../realm'

/** Returns the UUID of a user, which never changes. Makes it when it is first needed. */
export function userUuid(realm: Realm, user_id: number): string {
  const row = realm.sql.maybe<{ uuid: string }>`SELECT uuid FROM user_uuids WHERE user_id = ${user_id}`
  if (row) return row.uuid
  const uuid = realm.randomUuid()
  realm.sql.run`INSERT INTO user_uuids (user_id, uuid) VALUES (${user_id}, ${uuid})`
  return uuid
}
