import type { D1 } from '../../../store/d1'

/** The bouncer refused the last upload, so it answered nothing about the realm. */
export const UPLOAD_REFUSED = -1

/** A realm as the bouncer is given it: JSON of its facts and of its people. */
export type PushRealm = {
  realm_id: string
  facts: string
  people: string
  event_type: number // what changed the people
  changed_at: number
  audit_id: number | null // the number of the event with which the bouncer received them. Null: it did not
  can_push: number | null // what the bouncer answered: 0, 1, or `UPLOAD_REFUSED`
  ends_at: number | null
}

type Change = Pick<PushRealm, 'realm_id' | 'facts' | 'people' | 'event_type' | 'changed_at'>

/** Writes the facts of a realm. If its people changed, they wait for the next upload. */
export const writePushRealm = (d1: D1, { realm_id, facts, people, event_type, changed_at }: Change): Promise<void> =>
  d1.run`
    INSERT INTO push_realms (realm_id, facts, people, event_type, changed_at)
    VALUES (${realm_id}, ${facts}, ${people}, ${event_type}, ${changed_at})
    ON CONFLICT (realm_id) DO UPDATE SET
      audit_id = CASE WHEN people = excluded.people THEN audit_id END,
      event_type = excluded.event_type, changed_at = excluded.changed_at,
      facts = excluded.facts, people = excluded.people`

export const findPushRealm = async (d1: D1, realm_id: string): Promise<PushRealm | undefined> =>
  (
    await d1.all<PushRealm>`
    SELECT realm_id, facts, people, event_type, changed_at, audit_id, can_push, ends_at FROM push_realms
    WHERE realm_id = ${realm_id}`
  )[0]

/** Returns the next realms, by name. */
export const pushRealmsAfter = (d1: D1, after: string, most: number): Promise<PushRealm[]> =>
  d1.all<PushRealm>`
    SELECT realm_id, facts, people, event_type, changed_at, audit_id, can_push, ends_at FROM push_realms
    WHERE realm_id > ${after} ORDER BY realm_id LIMIT ${most}`

/** What the bouncer answered about a realm, and the event with which it received the people of the realm. */
export type UploadedRealm = Pick<PushRealm, 'realm_id' | 'audit_id' | 'people' | 'can_push' | 'ends_at'>

/** Writes what the bouncer answered. The people of a realm that changed meanwhile still wait. */
export const writeUploaded = (d1: D1, realms: readonly UploadedRealm[]): Promise<void> =>
  d1.run`
    UPDATE push_realms SET
      audit_id = CASE WHEN push_realms.people = given.people THEN given.audit_id END,
      can_push = given.can_push, ends_at = given.ends_at
    FROM (SELECT value ->> 'realm_id' AS realm_id, value ->> 'audit_id' AS audit_id, value ->> 'people' AS people,
                 value ->> 'can_push' AS can_push, value ->> 'ends_at' AS ends_at
          FROM json_each(${JSON.stringify(realms)})) AS given
    WHERE push_realms.realm_id = given.realm_id`

/** The bouncer refused the upload, so it sends nothing for any realm. */
export const writeUploadRefused = (d1: D1): Promise<void> =>
  d1.run`UPDATE push_realms SET can_push = ${UPLOAD_REFUSED}, ends_at = NULL WHERE can_push IS NOT ${UPLOAD_REFUSED}`

const VERIFICATION_SECONDS = 60

/** Stores what the bouncer will ask for, to see that this server has its host name. */
export const writeVerification = (d1: D1, token_hash: string, secret: string, now: number): Promise<void> =>
  d1.run`
    INSERT INTO push_verifications (singleton, token_hash, secret, valid_until)
    VALUES (1, ${token_hash}, ${secret}, ${now + VERIFICATION_SECONDS})
    ON CONFLICT (singleton) DO UPDATE SET
      token_hash = excluded.token_hash, secret = excluded.secret, valid_until = excluded.valid_until`

export const findVerification = async (d1: D1, token_hash: string, now: number): Promise<string | undefined> =>
  (
    await d1.all<{ secret: string }>`
    SELECT secret FROM push_verifications WHERE token_hash = ${token_hash} AND valid_until >= ${now}`
  )[0]?.secret
