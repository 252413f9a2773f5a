import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { keyDoesNotExist, refusalOfEntries, refusalToStore, responseTooLarge, type Entries } from './bot-storage-rules'
import {
  allEntries,
  deleteAllEntries,
  deleteEntries,
  entriesWithKeys,
  storedSize,
  storedSizeOfKeys,
  writeEntry,
} from './storage'

/** Returns the actor's entries: those with the given keys, or all. Throws if a key does not exist. */
export function getEntries(realm: ReadOnlyRealm, { user_id }: User, keys: readonly string[] | undefined): Entries {
  const { rows, isCut } = keys ? entriesWithKeys(realm.sql, user_id, keys) : allEntries(realm.sql, user_id)
  if (isCut) throw responseTooLarge({})
  const entries = new Map(rows.map(({ entry_key, value }) => [entry_key, value]))
  if (keys?.some((key) => !entries.has(key))) throw keyDoesNotExist({})
  return Object.fromEntries(entries)
}

/** Stores entries of the actor. They replace the entries with the same keys. */
export function storeEntries(realm: Realm, { user_id }: User, entries: Entries): void {
  const invalid = refusalOfEntries(entries)
  if (invalid) throw invalid
  const replaced = storedSizeOfKeys(realm.sql, user_id, Object.keys(entries))
  const refusal = refusalToStore(entries, storedSize(realm.sql, user_id), replaced)
  if (refusal) throw refusal
  for (const [key, value] of Object.entries(entries)) writeEntry(realm.sql, user_id, key, value)
}

/** Deletes the actor's entries: those with the given keys, or all. Throws if a key does not exist. */
export function removeEntries(realm: Realm, { user_id }: User, keys: readonly string[] | undefined): void {
  if (keys === undefined) return deleteAllEntries(realm.sql, user_id)
  if (storedSizeOfKeys(realm.sql, user_id, keys).entries < new Set(keys).size) throw keyDoesNotExist({})
  deleteEntries(realm.sql, user_id, keys)
}
