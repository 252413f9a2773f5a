import { badRequest } from '../../api/errors'
import type { Realm } from '../../realm'
import type { User } from '../users/user'
import { sizeOf } from './rules'

/** What a bot keeps between its lives: text by name, of which it may have so much. */
const MOST_CHARACTERS = 10_000_000
const MOST_ENTRIES = 10_000

export const keyDoesNotExist = badRequest(() => 'Key does not exist.')
export const storageFull = badRequest(
  (f: { over: number }) =>
    `Request exceeds storage limit by ${f.over} characters. The limit is ${MOST_CHARACTERS} characters.`,
)

export const tooManyEntries = badRequest(() => `No more than ${MOST_ENTRIES} keys can be stored.`)

export const storageHasNullBytes = badRequest(() => 'Storage must not contain null bytes')

type Entries = Record<string, string>

/** All of it, or what goes by these names, each of which must be there. */
export function storedBy(realm: Realm, { user_id }: User, keys: readonly string[] | undefined): Entries {
  const stored = new Map((keys ? entriesNamed(realm, user_id, keys) : allEntries(realm, user_id)).map(keyAndValue))
  if (keys?.some((key) => !stored.has(key))) throw keyDoesNotExist({})
  return Object.fromEntries(stored)
}

/** Keeps these, in place of what went by their names. */
export function store(realm: Realm, user: User, entries: Entries): void {
  const { user_id } = user
  // The store takes such a text to end there, and what is behind it would not be counted.
  if (Object.entries(entries).some((entry) => entry.join('').includes('\0'))) throw storageHasNullBytes({})
  const before = Object.fromEntries(entriesNamed(realm, user_id, Object.keys(entries)).map(keyAndValue))
  const kept = keptBy(realm, user_id)
  const characters = kept.characters - sizeOf(before) + sizeOf(entries)
  if (characters > MOST_CHARACTERS) throw storageFull({ over: characters - MOST_CHARACTERS })
  const added = Object.keys(entries).length - Object.keys(before).length
  if (kept.entries + added > MOST_ENTRIES) throw tooManyEntries({})
  for (const [key, value] of Object.entries(entries))
    realm.sql.run`
      INSERT INTO bot_storage (user_id, entry_key, value) VALUES (${user_id}, ${key}, ${value})
      ON CONFLICT (user_id, entry_key) DO UPDATE SET value = excluded.value`
}

/** Forgets what goes by these names, or all of it. */
export function forget(realm: Realm, user: User, keys: readonly string[] | undefined): void {
  const { user_id } = user
  if (keys === undefined) realm.sql.run`DELETE FROM bot_storage WHERE user_id = ${user_id}`
  for (const key of Object.keys(keys === undefined ? {} : storedBy(realm, user, keys)))
    realm.sql.run`DELETE FROM bot_storage WHERE user_id = ${user_id} AND entry_key = ${key}`
}

type EntryRow = { entry_key: string; value: string }
const keyAndValue = ({ entry_key, value }: EntryRow): [string, string] => [entry_key, value]

const allEntries = (realm: Realm, user_id: number) =>
  realm.sql.all<EntryRow>`SELECT entry_key, value FROM bot_storage WHERE user_id = ${user_id} ORDER BY entry_key`

const entriesNamed = (realm: Realm, user_id: number, keys: readonly string[]) =>
  realm.sql.all<EntryRow>`
    SELECT entry_key, value FROM bot_storage
    WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys})) ORDER BY entry_key`

const keptBy = (realm: Realm, user_id: number) =>
  realm.sql.one<{ entries: number; characters: number }>`
    SELECT count(*) AS entries,
           coalesce(sum(length(entry_key) + length(value)), 0) AS characters
    FROM bot_storage WHERE user_id = ${user_id}`
