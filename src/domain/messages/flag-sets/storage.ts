import type { Realm } from '../../../realm'
import { decodeRuns, encodeRuns, includesId, type Run } from '../../../store/id-set'

/**
 * What people have marked: read, starred, collapsed, "historical" for what they acted on without having received it,
 * "alerted" where one of their alert words fell, and "awaited" for what nobody need read but they. Each is a set of message
 * ids, cut in chunks by id range; one compressed row for each chunk in which something is set, so marking a thousand
 * messages is one or two rows.
 */
export type Mark = 'read' | 'starred' | 'collapsed' | 'historical' | 'alerted' | 'awaited'

/** One person's marks of one kind. */
export type Marks = { user_id: number; flag: Mark }

const IDS_PER_CHUNK = 16_384

export const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)
export const firstIn = (chunk: number): number => chunk * IDS_PER_CHUNK
export const withinChunk = (id: number): number => id - firstIn(chunkOf(id))

export function runsInRow(realm: Realm, { user_id, flag }: Marks, chunk: number): Run[] {
  const row = realm.sql.maybe<{
    ids: ArrayBuffer
  }>`SELECT ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  return row ? decodeRuns(new Uint8Array(row.ids)) : []
}

export function writeRuns(realm: Realm, { user_id, flag }: Marks, chunk: number, runs: readonly Run[]): void {
  if (runs.length === 0)
    realm.sql.run`DELETE FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  else
    realm.sql
      .run`INSERT INTO marks (user_id, flag, chunk, ids) VALUES (${user_id}, ${flag}, ${chunk}, ${encodeRuns(runs)})
                  ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`
}

/** Every id in a set, ascending. Of what is read this is never asked, and part of that is not in the rows yet. */
export function* markedIds(realm: Realm, user_id: number, flag: Exclude<Mark, 'read'>): Generator<number> {
  const rows = realm.sql.all<{ chunk: number; ids: ArrayBuffer }>`
    SELECT chunk, ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} ORDER BY chunk`
  for (const { chunk, ids } of rows)
    for (const { from, to } of decodeRuns(new Uint8Array(ids)))
      for (let id = from; id <= to; id++) yield firstIn(chunk) + id
}

/** Which of these people have marked anything at all. */
export const whoMarkAnything = (realm: Realm, flag: Mark, people: readonly number[]): number[] =>
  realm.sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM marks
    WHERE flag = ${flag} AND user_id IN (SELECT value FROM json_each(${people}))`.map(({ user_id }) => user_id)

// A person's row is small, but a thousand of the largest would be tens of megabytes.
const PEOPLE_PER_READ = 500

/** Which of these people have this message in a row. Reads one for each of them who has marked anything near it. */
export function inRowsOf(realm: Realm, flag: Mark, id: number, people: readonly number[]): number[] {
  const found: number[] = []
  for (let from = 0; from < people.length; from += PEOPLE_PER_READ) {
    const some = people.slice(from, from + PEOPLE_PER_READ)
    const rows = realm.sql.all<MarkedNear>`
      SELECT user_id, ids FROM marks
      WHERE flag = ${flag} AND chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${some}))`
    found.push(...whoMarked(rows, id))
  }
  return found
}

/** Everyone who has made this message their own without having received it: there are few, and an index knows them. */
export const takenUpBy = (realm: Realm, id: number): number[] =>
  whoMarked(
    realm.sql.all<MarkedNear>`SELECT user_id, ids FROM marks WHERE flag = 'historical' AND chunk = ${chunkOf(id)}`,
    id,
  )

/** Everyone who is alerted to this message: an index knows these, too. */
export const alertedTo = (realm: Realm, id: number): number[] =>
  whoMarked(
    realm.sql.all<MarkedNear>`SELECT user_id, ids FROM marks WHERE flag = 'alerted' AND chunk = ${chunkOf(id)}`,
    id,
  )

type MarkedNear = { user_id: number; ids: ArrayBuffer }

const whoMarked = (rows: readonly MarkedNear[], id: number): number[] =>
  rows.flatMap(({ user_id, ids }) =>
    includesId(decodeRuns(new Uint8Array(ids), withinChunk(id)), withinChunk(id)) ? [user_id] : [],
  )
