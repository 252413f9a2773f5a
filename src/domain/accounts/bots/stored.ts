import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { MEBIBYTE } from '../../../store/memory-size'
import type { User } from '../../people/users/user'
import { sizeOf } from '../../people/bots/rules'

/** What a bot keeps between its lives: text by name, of which it may have so much. */
const MOST_CHARACTERS = 10_000_000
const MOST_ENTRIES = 10_000
/** How much of that one request may name, or bring. */
export const MOST_ENTRIES_AT_ONCE = 200
export const MOST_CHARACTERS_AT_ONCE = 1_000_000

export const keyDoesNotExist = badRequest(() => 'Key does not exist.')
export const storageFull = badRequest(
  (f: { over: number }) =>
    `Request exceeds storage limit by ${f.over} characters. The limit is ${MOST_CHARACTERS} characters.`,
)

export const tooManyEntries = badRequest(() => `No more than ${MOST_ENTRIES} keys can be stored.`)

export const storageHasNullBytes = badRequest(() => 'Storage must not contain null bytes')

type Entries = Record<string, string>

export const tooMuchAtOnce = badRequest(() => 'The values are too large for one answer. Ask for fewer keys.')

const BYTES_OF_ANSWER = 8 * MEBIBYTE

/** All of it, or what goes by these names, each of which must be there. */
export function storedBy(realm: Realm, { user_id }: User, keys: readonly string[] | undefined): Entries {
  const { rows, isCut } = keys ? entriesNamed(realm, user_id, keys) : allEntries(realm, user_id)
  if (isCut) throw tooMuchAtOnce({})
  const stored = new Map(rows.map(({ entry_key, value }) => [entry_key, value]))
  if (keys?.some((key) => !stored.has(key))) throw keyDoesNotExist({})
  return Object.fromEntries(stored)
}

/** Keeps these, in place of what went by their names. */
export function store(realm: Realm, user: User, entries: Entries): void {
  const { user_id } = user
  // The store takes such a text to end there, and what is behind it would not be counted.
  if (Object.entries(entries).some((entry) => entry.join('').includes('\0'))) throw storageHasNullBytes({})
  const names = Object.keys(entries)
  const [kept, before] = [keptBy(realm, user_id), keptUnder(realm, user_id, names)]
  const characters = kept.characters - before.characters + sizeOf(entries)
  if (characters > MOST_CHARACTERS) throw storageFull({ over: characters - MOST_CHARACTERS })
  const added = names.length - before.entries
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
  else {
    if (keptUnder(realm, user_id, keys).entries < new Set(keys).size) throw keyDoesNotExist({})
    realm.sql.run`DELETE FROM bot_storage
                  WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys}))`
  }
}

type EntryRow = { entry_key: string; value: string }

const allEntries = (realm: Realm, user_id: number) =>
  realm.sql.cutAt<EntryRow>(
    BYTES_OF_ANSWER,
  )`SELECT entry_key, value FROM bot_storage WHERE user_id = ${user_id} ORDER BY entry_key`

const entriesNamed = (realm: Realm, user_id: number, keys: readonly string[]) =>
  realm.sql.cutAt<EntryRow>(BYTES_OF_ANSWER)`
    SELECT entry_key, value FROM bot_storage
    WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys})) ORDER BY entry_key`

const keptUnder = (realm: Realm, user_id: number, keys: readonly string[]) =>
  realm.sql.one<{ entries: number; characters: number }>`
    SELECT count(*) AS entries,
           coalesce(sum(length(entry_key) + length(value)), 0) AS characters
    FROM bot_storage WHERE user_id = ${user_id} AND entry_key IN (SELECT value FROM json_each(${keys}))`

const keptBy = (realm: Realm, user_id: number) =>
  realm.sql.one<{ entries: number; characters: number }>`
    SELECT count(*) AS entries,
           coalesce(sum(length(entry_key) + length(value)), 0) AS characters
    FROM bot_storage WHERE user_id = ${user_id}`
