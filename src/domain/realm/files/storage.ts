import type { Realm } from '../../../realm'
import { SECRET_LENGTH } from '../../../store/random-key'
import type { SqlReader, Sql } from '../../../store/realm-sql'

/** Schedules the deletion of a file from R2. A later call for the same file replaces the time. */
export function scheduleFileDeletion(realm: Realm, key: string, delete_at: number): void {
  realm.sql.run`INSERT INTO files_to_delete (key, delete_at) VALUES (${key}, ${delete_at})
                ON CONFLICT (key) DO UPDATE SET delete_at = excluded.delete_at`
  realm.wakeAt(delete_at)
}

const DELETED_AFTER_SECONDS = 30 * 24 * 3600

/** Deletes a file in thirty days: until then, an operator can restore a state that has it. */
export const deleteFileLater = (realm: Realm, key: string): void =>
  scheduleFileDeletion(realm, key, realm.now() + DELETED_AFTER_SECONDS)

/** Cancels a deletion, because the file has a use again. Returns false if it is too late: R2 may have deleted the file. */
export function cancelFileDeletion(realm: Realm, key: string): boolean {
  const row = realm.sql.maybe<{ delete_at: number }>`SELECT delete_at FROM files_to_delete WHERE key = ${key}`
  if (row === undefined || row.delete_at <= realm.now()) return false
  realm.sql.run`DELETE FROM files_to_delete WHERE key = ${key}`
  return true
}

/** Returns the keys of files that are due at `now`, the earliest first. */
export const filesToDelete = (sql: SqlReader, now: number, most: number): string[] =>
  sql.all<{ key: string }>`
    SELECT key FROM files_to_delete WHERE delete_at <= ${now} ORDER BY delete_at LIMIT ${most}`.map(({ key }) => key)

/** Returns those of some keys whose files wait for their deletion. */
export const waitingForDeletion = (sql: SqlReader, keys: readonly string[]): Set<string> =>
  new Set(
    sql.all<{ key: string }>`SELECT key FROM files_to_delete WHERE key IN (SELECT value FROM json_each(${keys}))`.map(
      ({ key }) => key,
    ),
  )

export const nextFileDeletion = (sql: SqlReader): number | undefined =>
  sql.maybe<{ delete_at: number }>`SELECT delete_at FROM files_to_delete ORDER BY delete_at LIMIT 1`?.delete_at

export const removeFromFilesToDelete = (sql: Sql, keys: readonly string[]): void =>
  sql.run`DELETE FROM files_to_delete WHERE key IN (SELECT value FROM json_each(${keys}))`

/** Returns the secret that signs temporary links. The first call creates it. A holder of the secret could open any file. */
export function fileSecret(realm: Realm): string {
  const row = realm.sql.maybe<{ secret: string }>`SELECT secret FROM file_secret`
  if (row) return row.secret
  const secret = realm.randomKey(SECRET_LENGTH)
  realm.sql.run`INSERT INTO file_secret (singleton, secret) VALUES (1, ${secret})`
  return secret
}
