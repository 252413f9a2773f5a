import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import { realmSettingsCache, settingsOf } from '../settings/storage'
import { SECONDS_PER_DAY } from '../settings/periods'
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
}

/** When the oldest entry is deleted, in seconds; Infinity without entries. */
export const nextDeletionCache = cacheKey<number>({ invalidatedBy: [realmSettingsCache] })

export function insertEntry(realm: Realm, entry: Omit<AuditEntry, 'entry_id'>): void {
  const { at, kind, actor_id, user_id, address, client, details } = entry
  realm.sql.run`
    INSERT INTO audit_log (at, kind, actor_id, user_id, address, client, details)
    VALUES (${at}, ${kind}, ${actor_id}, ${user_id}, ${address}, ${client}, ${details})`
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

const COLUMNS = sqlText`entry_id, at, kind, actor_id, user_id, address, client, details`

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

/** Deletes a batch of entries that are too old, or too many. */
export function deleteOldEntries(realm: Realm, { most, batch }: { most: number; batch: number }): void {
  realm.sql.run`
    DELETE FROM audit_log WHERE entry_id IN (
      SELECT entry_id FROM audit_log
      WHERE at <= ${realm.now() - retentionSeconds(realm)}
         OR entry_id <= (SELECT max(entry_id) FROM audit_log) - ${most}
      ORDER BY entry_id LIMIT ${batch})`
}

/** Returns when the oldest entry is too old, or undefined without entries. */
export function nextDeletion(realm: ReadOnlyRealm): number | undefined {
  const oldest = realm.sql.maybe<{ at: number }>`SELECT at FROM audit_log ORDER BY entry_id LIMIT 1`
  return oldest && oldest.at + retentionSeconds(realm)
}

/** Empties what the entries about a user, and about what the user did, have of the person. */
export const redactEntriesOf = (realm: Realm, user_id: number): void =>
  realm.sql.run`
    UPDATE audit_log SET address = '', client = '', details = '{}' WHERE actor_id = ${user_id} OR user_id = ${user_id}`
