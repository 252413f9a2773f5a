import type { ReadOnlyRealm } from '../../../realm'
import { decodeGroups, difference, encodeGroups, intersection, runsOf, union } from '../../../store/id-set'
import type { Run } from '../../../store/id-set'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Segment } from '../../channels/topics/segment-rules'

/**
 * Which messages were sent to which conversation, in chunks of ids. The message index has the same facts in a row for each
 * message. A reader of thousands of messages reads a row for each chunk instead. Messages above `up_to` are only in the message
 * index, so sending writes a chunk only for each 256th message.
 */
const IDS_PER_CHUNK = 2048
const IDS_PER_WRITE = 256
const CHUNKS_PER_READ = 32

const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)
const firstIdIn = (chunk: number): number => chunk * IDS_PER_CHUNK
const lastIdIn = (chunk: number): number => firstIdIn(chunk + 1) - 1

type Row = { chunk: number; up_to: number; origins: ArrayBuffer }
type Origins = Map<number, Run[]> // offsets in the chunk, by conversation

/** The messages with ids of one range, by the conversation to which they were sent. */
export type SentIds = { from: number; to: number; byOrigin: () => Map<number, Run[]> }

/** Yields the messages above an id, a chunk at a time, the newest first. */
export function* sentIdsNewestFirst(realm: ReadOnlyRealm, above: number): Generator<SentIds> {
  const { last } = realm.messageIds
  const lowest = chunkOf(above + 1)
  for (let high = chunkOf(last); high >= lowest; high -= CHUNKS_PER_READ) {
    const stored = rowsBetween(realm.sql, Math.max(lowest, high - CHUNKS_PER_READ + 1), high)
    for (let chunk = high; chunk >= lowest && chunk > high - CHUNKS_PER_READ; chunk--) {
      const range = { from: Math.max(above + 1, firstIdIn(chunk)), to: Math.min(last, lastIdIn(chunk)) }
      yield { ...range, byOrigin: () => sentBetween(realm.sql, chunk, range, stored.get(chunk)) }
    }
  }
}

/** Returns the ids of all messages in these segments. */
export const idsInSegments = (realm: ReadOnlyRealm, segments: readonly Segment[]): readonly Run[] => {
  const runs = segments.map((segment) => idsInSegment(realm, segment))
  return runs.length === 1 ? runs[0]! : union(runs.flat(), [])
}

const ROWS_BEFORE_CHUNKS = 16

// A short segment costs a row for each message, and a long one a row for each chunk. A segment is short if it has less than
// half as many messages as chunks. So a long one costs at most one and a half times its chunks.
function idsInSegment({ sql }: ReadOnlyRealm, { origin_id, from_id, to_id }: Segment): Run[] {
  const { newest } = sql.one<{ newest: number | null }>`
    SELECT max(id) AS newest FROM message_index WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`
  if (newest === null) return []
  const spanned = chunkOf(newest) - chunkOf(from_id) + 1
  const most = Math.max(Math.ceil(spanned / 2), ROWS_BEFORE_CHUNKS)
  const ids = sentTo(sql, origin_id, { from: from_id, to: newest }, most)
  const last = ids.at(-1)
  const runs = runsOf(ids)
  if (last === undefined || ids.length < most) return runs
  for (let low = chunkOf(last + 1); low <= chunkOf(newest); low += CHUNKS_PER_READ) {
    const high = Math.min(chunkOf(newest), low + CHUNKS_PER_READ - 1)
    const stored = rowsBetween(sql, low, high)
    for (let chunk = low; chunk <= high; chunk++) {
      const range = { from: Math.max(last + 1, firstIdIn(chunk)), to: Math.min(newest, lastIdIn(chunk)) }
      append(runs, idsOfOrigin(sql, origin_id, range, stored.get(chunk)))
    }
  }
  return runs
}

/** Adds ids that come after those of the set. */
function append(runs: Run[], more: readonly Run[]): void {
  for (const run of more) {
    const last = runs.at(-1)
    if (last?.to === run.from - 1) last.to = run.to
    else runs.push(run)
  }
}

function idsOfOrigin(sql: SqlReader, origin_id: number, { from, to }: Run, row: Row | undefined): Run[] {
  const base = firstIdIn(chunkOf(from))
  const offsets = row ? (decodeGroups(new Uint8Array(row.origins), origin_id).get(origin_id) ?? []) : []
  const within = intersection(offsets, [{ from: from - base, to: to - base }])
  const stored = within.map((run) => ({ from: run.from + base, to: run.to + base }))
  const storedUpTo = row?.up_to ?? base - 1
  return storedUpTo >= to
    ? stored
    : [...stored, ...runsOf(sentTo(sql, origin_id, { from: Math.max(from, storedUpTo + 1), to }))]
}

const sentTo = (sql: SqlReader, origin_id: number, { from, to }: Run, most = IDS_PER_CHUNK): number[] =>
  sql.all<{ id: number }>`
    SELECT id FROM message_index
    WHERE conversation_id = ${origin_id} AND id BETWEEN ${from} AND ${to} ORDER BY id LIMIT ${most}`.map(({ id }) => id)

/** Stores the newest messages, if they are enough for a write. Call after each new message. */
export function storeSentIds(sql: Sql, id: number): void {
  if ((id + 1) % IDS_PER_WRITE === 0) storeChunk(sql, chunkOf(id), id)
}

/** Stores the messages up to `id` of its chunk. */
function storeChunk(sql: Sql, chunk: number, up_to: number): void {
  const stored = rowsBetween(sql, chunk, chunk).get(chunk)
  writeChunk(sql, { chunk, up_to }, offsetsBetween(sql, chunk, { from: firstIdIn(chunk), to: up_to }, stored))
}

/** Stores all messages, for rows that were not written one by one. */
export function storeAllSentIds(sql: Sql, last: number): void {
  for (let chunk = 0; firstIdIn(chunk) <= last; chunk++) storeChunk(sql, chunk, Math.min(last, lastIdIn(chunk)))
}

/** Removes deleted messages. Writes a row for each chunk that contains one. */
export function removeSentIds(sql: Sql, ids: readonly number[]): void {
  for (const [chunk, deleted] of Map.groupBy(ids, chunkOf)) {
    const row = rowsBetween(sql, chunk, chunk).get(chunk)
    if (row === undefined || deleted.every((id) => id > row.up_to)) continue
    const offsets = runsOf(deleted.map((id) => id - firstIdIn(chunk)))
    const origins: Origins = new Map()
    for (const [origin_id, runs] of decodeGroups(new Uint8Array(row.origins))) {
      const rest = difference(runs, offsets)
      if (rest.length > 0) origins.set(origin_id, rest)
    }
    writeChunk(sql, row, origins)
  }
}

const rowsBetween = (sql: SqlReader, low: number, high: number): Map<number, Row> =>
  new Map(
    sql.all<Row>`SELECT chunk, up_to, origins FROM sent_ids WHERE chunk BETWEEN ${low} AND ${high}`.map((row) => [
      row.chunk,
      row,
    ]),
  )

const writeChunk = (sql: Sql, { chunk, up_to }: Pick<Row, 'chunk' | 'up_to'>, origins: Origins): void =>
  sql.run`INSERT INTO sent_ids (chunk, up_to, origins) VALUES (${chunk}, ${up_to}, ${encodeGroups(origins)})
          ON CONFLICT (chunk) DO UPDATE SET up_to = excluded.up_to, origins = excluded.origins`

function sentBetween(sql: SqlReader, chunk: number, range: Run, stored: Row | undefined): Map<number, Run[]> {
  const base = firstIdIn(chunk)
  const within = [{ from: range.from - base, to: range.to - base }]
  const sent = new Map<number, Run[]>()
  for (const [origin_id, offsets] of offsetsBetween(sql, chunk, range, stored)) {
    const runs = intersection(offsets, within)
    if (runs.length > 0)
      sent.set(
        origin_id,
        runs.map(({ from, to }) => ({ from: from + base, to: to + base })),
      )
  }
  return sent
}

/** Returns the stored messages of a chunk, and those of the range that are not stored yet. */
function offsetsBetween(sql: SqlReader, chunk: number, { from, to }: Run, stored: Row | undefined): Origins {
  const base = firstIdIn(chunk)
  const origins = stored ? decodeGroups(new Uint8Array(stored.origins)) : new Map<number, Run[]>()
  const storedUpTo = stored?.up_to ?? base - 1
  if (storedUpTo >= to) return origins
  const rows = sql.all<{ id: number; conversation_id: number }>`
    SELECT id, conversation_id FROM message_index WHERE id BETWEEN ${Math.max(from, storedUpTo + 1)} AND ${to} ORDER BY id`
  for (const [origin_id, sent] of Map.groupBy(rows, (row) => row.conversation_id)) {
    const added = runsOf(sent.map(({ id }) => id - base))
    origins.set(origin_id, union(origins.get(origin_id) ?? [], added))
  }
  return origins
}
