import type { ReadOnlyRealm, Realm } from '../../../realm'
import { randomKey } from '../../../store/random-key'
import { cacheKey } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import { realmSettingsCache, settingsOf } from '../settings/storage'
import { SECONDS_PER_DAY } from '../settings/periods'
import { entryHashOf, personalHashOf } from './hash-rules'
import type { AuditKind } from './kinds'

export type AuditEntry = {
  entry_id: number
  at: number
  kind: AuditKind
  actor_id: number | null
  user_id: number | null
  address: string
  client: string
  details: string // a JSON object
  previous_hash: string
  salt: string
  personal_hash: string
  entry_hash: string
}

/** When the oldest entry is deleted, in seconds; Infinity without entries. */
export const nextDeletionCache = cacheKey<number>({ invalidatedBy: [realmSettingsCache] })

type NewEntry = Omit<AuditEntry, 'entry_id' | 'previous_hash' | 'salt' | 'personal_hash' | 'entry_hash'>

const SALT_LENGTH = 22

/** Adds an entry at the end of the chain. */
export function insertEntry(realm: Realm, entry: NewEntry): void {
  const { at, kind, actor_id, user_id, address, client, details } = entry
  const last = realm.sql.maybe<Pick<AuditEntry, 'entry_hash'>>`
    SELECT entry_hash FROM audit_log ORDER BY entry_id DESC LIMIT 1`
  const [previous_hash, salt] = [last?.entry_hash ?? '', randomKey(SALT_LENGTH)]
  const personal_hash = personalHashOf({ salt, network_address: address, client, details: JSON.parse(details) })
  const entry_hash = entryHashOf({ previous_hash, timestamp: at, kind, actor_id, user_id, personal_hash })
  realm.sql.run`
    INSERT INTO audit_log
      (at, kind, actor_id, user_id, address, client, details, previous_hash, salt, personal_hash, entry_hash)
    VALUES (${at}, ${kind}, ${actor_id}, ${user_id}, ${address}, ${client}, ${details},
      ${previous_hash}, ${salt}, ${personal_hash}, ${entry_hash})`
  realm.cache.invalidate(nextDeletionCache)
}

/** Which entries to read. null: any. */
export type AuditFilter = {
  before_id: number | null
  after_id: number | null
  kind: string | null
  actor_id: number | null
  user_id: number | null
  since: number | null
  until: number | null
  limit: number
}

const COLUMNS = sqlText`entry_id, at, kind, actor_id, user_id, address, client, details,
  previous_hash, salt, personal_hash, entry_hash`

/** Returns entries, the newest first. */
export const findEntries = (realm: ReadOnlyRealm, f: AuditFilter): AuditEntry[] =>
  realm.sql.all<AuditEntry>`
    SELECT ${COLUMNS} FROM audit_log
    WHERE (${f.before_id} IS NULL OR entry_id < ${f.before_id})
      AND (${f.after_id} IS NULL OR entry_id > ${f.after_id})
      AND (${f.kind} IS NULL OR kind = ${f.kind})
      AND (${f.actor_id} IS NULL OR actor_id = ${f.actor_id})
      AND (${f.user_id} IS NULL OR user_id = ${f.user_id})
      AND (${f.since} IS NULL OR at >= ${f.since}) AND (${f.until} IS NULL OR at < ${f.until})
    ORDER BY entry_id DESC LIMIT ${f.limit}`

/** Returns entries after one, the oldest first. */
export const entriesAfter = (realm: ReadOnlyRealm, entry_id: number, limit: number): AuditEntry[] =>
  realm.sql.all<AuditEntry>`
    SELECT ${COLUMNS} FROM audit_log WHERE entry_id > ${entry_id} ORDER BY entry_id LIMIT ${limit}`

/** Returns what happened since a time, the newest first. */
export const entriesSince = (realm: ReadOnlyRealm, since: number, most: number) =>
  realm.sql.all<Pick<AuditEntry, 'at' | 'kind' | 'actor_id' | 'user_id'>>`
    SELECT at, kind, actor_id, user_id FROM audit_log WHERE at >= ${since} ORDER BY entry_id DESC LIMIT ${most}`

const retentionSeconds = (realm: ReadOnlyRealm): number => settingsOf(realm).parley_audit_log_days * SECONDS_PER_DAY

/** Deletes the oldest entries that are too old, or too many. Looks at a batch: the log has a hundred thousand. */
export function deleteOldEntries(realm: Realm, { most, batch }: { most: number; batch: number }): void {
  realm.sql.run`
    DELETE FROM audit_log WHERE entry_id IN (
      SELECT entry_id FROM (SELECT entry_id, at FROM audit_log ORDER BY entry_id LIMIT ${batch})
      WHERE at <= ${realm.now() - retentionSeconds(realm)}
         OR entry_id <= (SELECT max(entry_id) FROM audit_log) - ${most})`
}

/** Returns when the oldest entry is too old, or undefined without entries. */
export function nextDeletion(realm: ReadOnlyRealm): number | undefined {
  const oldest = realm.sql.maybe<{ at: number }>`SELECT at FROM audit_log ORDER BY entry_id LIMIT 1`
  return oldest && oldest.at + retentionSeconds(realm)
}

/** Empties what the entries about a user, and about what the user did, have of the person. Their hashes stay: the chain goes on. */
export const redactEntriesOf = (realm: Realm, user_id: number): void =>
  realm.sql.run`
    UPDATE audit_log SET address = '', client = '', details = '{}', salt = ''
    WHERE actor_id = ${user_id} OR user_id = ${user_id}`
