import type { Realm } from '../../../realm'
import { decodeRuns, encodeRuns, includesId, type Run } from '../../../store/id-set'

/**
 * What people have marked: read, starred, collapsed, "historical" for what they acted on without having received it,
 * "alerted" where one of their alert words fell, and "exempt" for what nobody need read but they. Each is a set of message
 * ids, cut in chunks by id range; one compressed row for each chunk in which something is set, so marking a thousand
 * messages is one or two rows.
 */
export type StoredFlag = 'read' | 'starred' | 'collapsed' | 'historical' | 'alerted' | 'read_exempt'

/** One person's marks of one kind. */
export type FlagSetKey = { user_id: number; flag: StoredFlag }

const IDS_PER_CHUNK = 16_384

export const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)
export const firstIdIn = (chunk: number): number => chunk * IDS_PER_CHUNK
export const offsetInChunk = (id: number): number => id - firstIdIn(chunkOf(id))

export function storedRuns(realm: Realm, { user_id, flag }: FlagSetKey, chunk: number): Run[] {
  const row = realm.sql.maybe<{
    ids: ArrayBuffer
  }>`SELECT ids FROM message_flags WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  return row ? decodeRuns(new Uint8Array(row.ids)) : []
}

export function writeRuns(realm: Realm, { user_id, flag }: FlagSetKey, chunk: number, runs: readonly Run[]): void {
  if (runs.length === 0)
    realm.sql.run`DELETE FROM message_flags WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  else
    realm.sql
      .run`INSERT INTO message_flags (user_id, flag, chunk, ids) VALUES (${user_id}, ${flag}, ${chunk}, ${encodeRuns(runs)})
                  ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`
}

/** Every id in a set, ascending. Of what is read this is never asked, and part of that is not in the rows yet. */
export function* flaggedIds(realm: Realm, user_id: number, flag: Exclude<StoredFlag, 'read'>): Generator<number> {
  const rows = realm.sql.all<{ chunk: number; ids: ArrayBuffer }>`
    SELECT chunk, ids FROM message_flags WHERE user_id = ${user_id} AND flag = ${flag} ORDER BY chunk`
  for (const { chunk, ids } of rows)
    for (const { from, to } of decodeRuns(new Uint8Array(ids)))
      for (let id = from; id <= to; id++) yield firstIdIn(chunk) + id
}

/** Which of these people have marked anything at all. */
export const usersOfFlag = (realm: Realm, flag: StoredFlag, people: readonly number[]): number[] =>
  realm.sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM message_flags
    WHERE flag = ${flag} AND user_id IN (SELECT value FROM json_each(${people}))`.map(({ user_id }) => user_id)

// A person's row is small, but a thousand of the largest would be tens of megabytes.
const USERS_PER_READ = 500

/** Which of these people have this message in a row. Reads one for each of them who has marked anything near it. */
export function usersWithStoredFlag(realm: Realm, flag: StoredFlag, id: number, people: readonly number[]): number[] {
  const found: number[] = []
  for (let from = 0; from < people.length; from += USERS_PER_READ) {
    const some = people.slice(from, from + USERS_PER_READ)
    const rows = realm.sql.all<ChunkRow>`
      SELECT user_id, ids FROM message_flags
      WHERE flag = ${flag} AND chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${some}))`
    found.push(...usersInRows(rows, id))
  }
  return found
}

/** Everyone who has made this message their own without having received it: there are few, and an index knows them. */
export const usersWithHistoricalMessage = (realm: Realm, id: number): number[] =>
  usersInRows(
    realm.sql
      .all<ChunkRow>`SELECT user_id, ids FROM message_flags WHERE flag = 'historical' AND chunk = ${chunkOf(id)}`,
    id,
  )

/** Everyone who is alerted to this message: an index knows these, too. */
export const usersAlertedTo = (realm: Realm, id: number): number[] =>
  usersInRows(
    realm.sql.all<ChunkRow>`SELECT user_id, ids FROM message_flags WHERE flag = 'alerted' AND chunk = ${chunkOf(id)}`,
    id,
  )

type ChunkRow = { user_id: number; ids: ArrayBuffer }

const usersInRows = (rows: readonly ChunkRow[], id: number): number[] =>
  rows.flatMap(({ user_id, ids }) =>
    includesId(decodeRuns(new Uint8Array(ids), offsetInChunk(id)), offsetInChunk(id)) ? [user_id] : [],
  )
