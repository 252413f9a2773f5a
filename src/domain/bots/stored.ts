import { badRequest } from '../../api/errors'
import type { Realm } from '../../realm'
import type { User } from '../users/user'
import { sizeOf } from './rules'

/** What a bot keeps between its lives: text by name, of which it may have so much. */
const MOST_CHARACTERS = 10_000_000

export const keyDoesNotExist = badRequest(() => 'Key does not exist.')
export const storageFull = badRequest(
  (f: { over: number }) =>
    `Request exceeds storage limit by ${f.over} characters. The limit is ${MOST_CHARACTERS} characters.`,
)

type Entries = Record<string, string>

/** All of it, or what goes by these names, each of which must be there. */
export function storedBy(realm: Realm, { user_id }: User, keys: readonly string[] | undefined): Entries {
  const rows = realm.sql.all<{ entry_key: string; value: string }>`
    SELECT entry_key, value FROM bot_storage WHERE user_id = ${user_id} ORDER BY entry_key`
  const stored = new Map(rows.map(({ entry_key, value }) => [entry_key, value]))
  return Object.fromEntries((keys ?? [...stored.keys()]).map((key) => [key, valueOf(stored, key)]))
}

function valueOf(stored: ReadonlyMap<string, string>, key: string): string {
  const value = stored.get(key)
  if (value === undefined) throw keyDoesNotExist({})
  return value
}

/** Keeps these, in place of what went by their names. */
export function store(realm: Realm, user: User, entries: Entries): void {
  const after = sizeOf({ ...storedBy(realm, user, undefined), ...entries })
  if (after > MOST_CHARACTERS) throw storageFull({ over: after - MOST_CHARACTERS })
  for (const [key, value] of Object.entries(entries))
    realm.sql.run`
      INSERT INTO bot_storage (user_id, entry_key, value) VALUES (${user.user_id}, ${key}, ${value})
      ON CONFLICT (user_id, entry_key) DO UPDATE SET value = excluded.value`
}

/** Forgets what goes by these names, or all of it. */
export function forget(realm: Realm, user: User, keys: readonly string[] | undefined): void {
  for (const key of Object.keys(storedBy(realm, user, keys)))
    realm.sql.run`DELETE FROM bot_storage WHERE user_id = ${user.user_id} AND entry_key = ${key}`
}
