import type { ReadOnlyRealm, Realm } from '../../../realm'
import { randomKey } from '../../../store/random-key'
import { sqlText } from '../../../store/sql'
import { entryHashOf, personalHashOf } from '../audit-log/hash-rules'
import type { DiscoveryKind } from './kinds'

export type DiscoveryEntry = {
  entry_id: number
  at: number
  kind: DiscoveryKind
  actor_id: number | null
  user_id: number | null
  details: string // a JSON object
  previous_hash: string
  salt: string
  personal_hash: string
  entry_hash: string
}

type NewEntry = Pick<DiscoveryEntry, 'at' | 'kind' | 'actor_id' | 'user_id' | 'details'>

const SALT_LENGTH = 22

/** The entries have the hashes of the audit log, and no network address and no program. */
export const WITHOUT_SENDER = { network_address: '', client: '' }

/** Adds an entry at the end of the chain. Returns its id. */
export function insertDiscoveryEntry(realm: Realm, { at, kind, actor_id, user_id, details }: NewEntry): number {
  const last = realm.sql.maybe<Pick<DiscoveryEntry, 'entry_hash'>>`
    SELECT entry_hash FROM discovery_log ORDER BY entry_id DESC LIMIT 1`
  const [previous_hash, salt] = [last?.entry_hash ?? '', randomKey(SALT_LENGTH)]
  const personal_hash = personalHashOf({ salt, ...WITHOUT_SENDER, details: JSON.parse(details) })
  const entry_hash = entryHashOf({ previous_hash, timestamp: at, kind, actor_id, user_id, personal_hash })
  return realm.sql.one<{ entry_id: number }>`
    INSERT INTO discovery_log (at, kind, actor_id, user_id, details, previous_hash, salt, personal_hash, entry_hash)
    VALUES (${at}, ${kind}, ${actor_id}, ${user_id}, ${details}, ${previous_hash}, ${salt}, ${personal_hash}, ${entry_hash})
    RETURNING entry_id`.entry_id
}

const COLUMNS = sqlText`entry_id, at, kind, actor_id, user_id, details, previous_hash, salt, personal_hash, entry_hash`

/** Returns entries below an id, the newest first. */
export const discoveryEntriesBefore = (realm: ReadOnlyRealm, before_id: number, limit: number): DiscoveryEntry[] =>
  realm.sql.all<DiscoveryEntry>`
    SELECT ${COLUMNS} FROM discovery_log WHERE entry_id < ${before_id} ORDER BY entry_id DESC LIMIT ${limit}`

export const findDiscoveryEntry = (realm: ReadOnlyRealm, entry_id: number): DiscoveryEntry | undefined =>
  realm.sql.maybe<DiscoveryEntry>`SELECT ${COLUMNS} FROM discovery_log WHERE entry_id = ${entry_id}`

/** Returns how many entries there are: none is ever deleted. */
export const countDiscoveryEntries = (realm: ReadOnlyRealm): number =>
  realm.sql.one<{ last: number }>`SELECT coalesce(max(entry_id), 0) AS last FROM discovery_log`.last
