import type { Realm } from '../../../realm'

/** R2 is to delete this file then, unless it is spared before. */
export function doom(realm: Realm, key: string, doomed_at: number): void {
  realm.sql.run`INSERT INTO doomed_files (key, doomed_at) VALUES (${key}, ${doomed_at})
                ON CONFLICT (key) DO UPDATE SET doomed_at = excluded.doomed_at`
  realm.wakeAt(doomed_at)
}

/** Somebody has a use for the file after all. False where it comes too late: it may be gone. */
export function spare(realm: Realm, key: string): boolean {
  const doomed = realm.sql.maybe<{ doomed_at: number }>`SELECT doomed_at FROM doomed_files WHERE key = ${key}`
  if (doomed === undefined || doomed.doomed_at <= realm.now()) return false
  realm.sql.run`DELETE FROM doomed_files WHERE key = ${key}`
  return true
}

export const doomedBy = (realm: Realm, second: number, most: number): string[] =>
  realm.sql.all<{ key: string }>`
    SELECT key FROM doomed_files WHERE doomed_at <= ${second} ORDER BY doomed_at LIMIT ${most}`.map(({ key }) => key)

export const nextDoom = (realm: Realm): number | undefined =>
  realm.sql.maybe<{ doomed_at: number }>`SELECT doomed_at FROM doomed_files ORDER BY doomed_at LIMIT 1`?.doomed_at

export const forgetDoomed = (realm: Realm, keys: readonly string[]): void =>
  realm.sql.run`DELETE FROM doomed_files WHERE key IN (SELECT value FROM json_each(${keys}))`

/** Made when it is first needed; whoever has it could open any file. */
export function fileSecret(realm: Realm): string {
  const kept = realm.sql.maybe<{ secret: string }>`SELECT secret FROM file_secret`
  if (kept) return kept.secret
  const secret = realm.randomKey(SECRET_LETTERS)
  realm.sql.run`INSERT INTO file_secret (singleton, secret) VALUES (1, ${secret})`
  return secret
}

const SECRET_LETTERS = 43
