import type { ReadOnlyRealm, Realm } from '../../../realm'
import { dayOf, SECONDS_PER_DAY } from '../../../store/days'

/** A message keeps its client id for eight days after the day on which it was sent. */
const KEPT_DAYS = 8

type SentUnderId = { sender_id: number; client_id: string }

/** Returns the message that the sender sent under this client id, if there is one. It may be deleted by now. */
export function findMessageOfClientId(realm: ReadOnlyRealm, { sender_id, client_id }: SentUnderId): number | undefined {
  const today = dayOf(realm.now())
  const days = Array.from({ length: KEPT_DAYS + 1 }, (_, ago) => today - ago)
  return realm.sql.maybe<{ message_id: number }>`
    SELECT message_id FROM client_ids
    WHERE day IN (SELECT value FROM json_each(${days})) AND sender_id = ${sender_id} AND client_id = ${client_id}`
    ?.message_id
}

export const insertClientId = (realm: Realm, message_id: number, { sender_id, client_id }: SentUnderId): void =>
  realm.sql.run`
    INSERT INTO client_ids (day, sender_id, client_id, message_id)
    VALUES (${dayOf(realm.now())}, ${sender_id}, ${client_id}, ${message_id})`

/** Deletes the oldest client ids if they are too old, at most `most`. Returns when the next ones are, in seconds. */
export function deleteOldClientIds(realm: Realm, most: number): number | undefined {
  const before = dayOf(realm.now()) - KEPT_DAYS
  realm.sql.run`
    DELETE FROM client_ids WHERE (day, sender_id, client_id) IN
      (SELECT day, sender_id, client_id FROM client_ids WHERE day < ${before} ORDER BY day LIMIT ${most})`
  const { oldest } = realm.sql.one<{ oldest: number | null }>`SELECT min(day) AS oldest FROM client_ids`
  return oldest === null ? undefined : Math.max((oldest + KEPT_DAYS + 1) * SECONDS_PER_DAY, realm.now() + 1)
}
