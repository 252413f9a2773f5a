import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { decodeRuns, encodeRuns, includesId, type Run } from '../../../store/id-set'

/**
 * The flags that are stored for each user. `historical` is for messages that the user did not receive and acted on. `alerted` is
 * for messages with an alert word of the user. `read_exempt` excepts a user from messages that are read for all users.
 *
 * A flag set is stored in chunks of a fixed range of message ids. A chunk with flagged messages is one compressed row, so
 * flagging a thousand messages writes one or two rows.
 */
export type StoredFlag =
  | 'read'
  | 'starred'
  | 'collapsed'
  | 'hide_link_previews'
  | 'historical'
  | 'alerted'
  | 'read_exempt'

/** Identifies the flag set of one user and one flag. */
export type FlagSetKey = { user_id: number; flag: StoredFlag }

const IDS_PER_CHUNK = 16_384

export const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)
export const firstIdIn = (chunk: number): number => chunk * IDS_PER_CHUNK
export const offsetInChunk = (id: number): number => id - firstIdIn(chunkOf(id))

// A user who reads, or marks messages as read, needs the newest chunks again and again.
const runsCache = cacheKeyById<string, readonly Run[]>()

const runsKey = ({ user_id, flag }: FlagSetKey, chunk: number) => runsCache(`${user_id} ${flag} ${chunk}`)

/** Returns the stored offsets of a chunk. The flag `read` has more: see `flaggedRuns`. */
export const storedRuns = (realm: ReadOnlyRealm, key: FlagSetKey, chunk: number): readonly Run[] =>
  realm.cache.get(runsKey(key, chunk), () => {
    const row = realm.sql.maybe<{ ids: ArrayBuffer }>`
      SELECT ids FROM message_flags WHERE user_id = ${key.user_id} AND flag = ${key.flag} AND chunk = ${chunk}`
    return row ? decodeRuns(new Uint8Array(row.ids)) : []
  })

export function writeRuns({ sql, cache }: Realm, key: FlagSetKey, chunk: number, runs: readonly Run[]): void {
  const { user_id, flag } = key
  const cached = runsKey(key, chunk)
  if (cache.find(cached)) cache.set(cached, runs)
  if (runs.length === 0)
    sql.run`DELETE FROM message_flags WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  else
    sql.run`INSERT INTO message_flags (user_id, flag, chunk, ids)
            VALUES (${user_id}, ${flag}, ${chunk}, ${encodeRuns(runs)})
            ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`
}

/**
 * Yields the ids of a flag set, ascending: those of the chunks that have ids of a range. Not for `read`, of which a part is not stored
 * yet.
 */
export function* flaggedIds(
  sql: SqlReader,
  user_id: number,
  flag: Exclude<StoredFlag, 'read'>,
  { from, to }: Run = { from: 0, to: Number.MAX_SAFE_INTEGER },
): Generator<number> {
  const rows = sql.all<{ chunk: number; ids: ArrayBuffer }>`
    SELECT chunk, ids FROM message_flags
    WHERE user_id = ${user_id} AND flag = ${flag} AND chunk BETWEEN ${chunkOf(from)} AND ${chunkOf(to)} ORDER BY chunk`
  for (const { chunk, ids } of rows)
    for (const run of decodeRuns(new Uint8Array(ids)))
      for (let id = run.from; id <= run.to; id++) yield firstIdIn(chunk) + id
}

/** Returns those of these users who have the flag on any message. */
export const usersWhoUseFlag = (sql: SqlReader, flag: StoredFlag, people: readonly number[]): number[] =>
  sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM message_flags
    WHERE flag = ${flag} AND user_id IN (SELECT value FROM json_each(${people}))`.map(({ user_id }) => user_id)

// A row is small, but a thousand of the largest hold tens of megabytes.
const USERS_PER_READ = 500

/** Returns those of these users who have the stored flag on this message. Reads one row for each who has the chunk. */
export function usersWithStoredFlag(sql: SqlReader, flag: StoredFlag, id: number, people: readonly number[]): number[] {
  const found: number[] = []
  for (let from = 0; from < people.length; from += USERS_PER_READ) {
    const batch = people.slice(from, from + USERS_PER_READ)
    const rows = sql.all<ChunkRow>`
      SELECT user_id, ids FROM message_flags
      WHERE flag = ${flag} AND chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${batch}))`
    found.push(...usersInRows(rows, id))
  }
  return found
}

/** Returns the users who acted on this message without having received it. They are few, and have an index. */
export const usersWithHistoricalMessage = (sql: SqlReader, id: number): number[] =>
  usersInRows(
    sql.all<ChunkRow>`SELECT user_id, ids FROM message_flags WHERE flag = 'historical' AND chunk = ${chunkOf(id)}`,
    id,
  )

/** Returns the users who have an alert word in this message. They have an index, too. */
export const usersAlertedTo = (sql: SqlReader, id: number): number[] =>
  usersInRows(
    sql.all<ChunkRow>`SELECT user_id, ids FROM message_flags WHERE flag = 'alerted' AND chunk = ${chunkOf(id)}`,
    id,
  )

type ChunkRow = { user_id: number; ids: ArrayBuffer }

const usersInRows = (rows: readonly ChunkRow[], id: number): number[] =>
  rows.flatMap(({ user_id, ids }) =>
    includesId(decodeRuns(new Uint8Array(ids), offsetInChunk(id)), offsetInChunk(id)) ? [user_id] : [],
  )
