import { badRequest, type ApiError } from '../../../api/errors'
import { configurationSize } from '../../people/bots/rules'

/** Texts that a bot stores in the realm, by key. */
export type Entries = Record<string, string>

const MAX_CHARACTERS = 10_000_000
const MAX_ENTRIES = 10_000
export const MAX_ENTRIES_AT_ONCE = 200
export const MAX_CHARACTERS_AT_ONCE = 1_000_000

export const keyDoesNotExist = badRequest(() => 'Key does not exist.')
export const storageFull = badRequest(
  (f: { over: number }) =>
    `Request exceeds storage limit by ${f.over} characters. The limit is ${MAX_CHARACTERS} characters.`,
)
export const tooManyEntries = badRequest(() => `No more than ${MAX_ENTRIES} keys can be stored.`)
export const storageHasNullBytes = badRequest(() => 'Storage must not contain null bytes')
export const responseTooLarge = badRequest(() => 'The values are too large for one answer. Ask for fewer keys.')

/** SQLite ends a text at a null byte, and would not count the characters after it. */
export const refusalOfEntries = (entries: Entries): ApiError | undefined =>
  Object.entries(entries).some((entry) => entry.join('').includes('\0')) ? storageHasNullBytes({}) : undefined

type Size = { entries: number; characters: number }

/** Refuses entries that exceed the limits. `stored` is all that the bot has; `replaced` has the keys of the new entries. */
export function refusalToStore(entries: Entries, stored: Size, replaced: Size): ApiError | undefined {
  const characters = stored.characters - replaced.characters + configurationSize(entries)
  if (characters > MAX_CHARACTERS) return storageFull({ over: characters - MAX_CHARACTERS })
  const count = stored.entries - replaced.entries + Object.keys(entries).length
  return count > MAX_ENTRIES ? tooManyEntries({}) : undefined
}
