import type { ReadOnlyRealm, Realm } from '../../../realm'
import { runsOf, union } from '../../../store/id-set'
import type { Run } from '../../../store/id-set'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Segment } from '../../channels/topics/segment-rules'
import {
  chunkOf,
  encodeSent,
  firstIdIn,
  IDS_PER_CHUNK,
  isWhole,
  lastIdIn,
  SentChunk,
  withoutIds,
  type ChunkRow,
} from './sent-chunk-storage'

/**
 * Which messages were sent to which conversation, and by whom, in chunks of ids. The message index has the same facts in a row for
 * each message. A reader of thousands of messages reads a row for each chunk instead. Messages above `up_to` are only in the
 * message index, so sending writes a chunk only for each 256th message.
 */
const IDS_PER_WRITE = 256
const CHUNKS_PER_READ = 32

/** A walk through the messages of the realm: those with ids of a range, from one of its ends on. */
export type Walk = { direction: 'before' | 'after'; from: number; to: number }

/** Yields the messages above an id and up to another, a chunk at a time, the newest first. */
export const sentIdsNewestFirst = (realm: ReadOnlyRealm, above: number, up_to = Infinity): Generator<SentChunk> =>
  walkChunks(realm, { direction: 'before', from: above + 1, to: up_to }, (_, row) => row)

/** Yields the messages of a walk, a chunk at a time. Stores what chunks lack: those of earlier versions have no senders. */
export const walkSentIds = (realm: Realm, walk: Walk): Generator<SentChunk> =>
  walkChunks(realm, walk, (chunk, row) => {
    const isNewest = chunk === chunkOf(realm.messageIds.last)
    if (isNewest) return row?.senders === null ? storeChunk(realm.sql, chunk, row.up_to) : row
    return isWhole(row) ? row : storeChunk(realm.sql, chunk, lastIdIn(chunk))
  })

type Row = ChunkRow | undefined

function* walkChunks(
  realm: ReadOnlyRealm,
  { direction, from, to }: Walk,
  complete: (chunk: number, row: Row) => Row,
): Generator<SentChunk> {
  const last = Math.min(to, realm.messageIds.last)
  if (last < from) return
  const [lowest, highest] = [chunkOf(from), chunkOf(last)]
  const isBefore = direction === 'before'
  // Most readers find what they need in the first chunks.
  for (let read = 0, size = 1; read <= highest - lowest; read += size, size = Math.min(size * 2, CHUNKS_PER_READ)) {
    const count = Math.min(size, highest - lowest - read + 1)
    const low = isBefore ? highest - read - count + 1 : lowest + read
    const stored = rowsBetween(realm.sql, low, low + count - 1)
    for (let nth = 0; nth < count; nth++) {
      const chunk = isBefore ? low + count - 1 - nth : low + nth
      const range = { from: Math.max(from, firstIdIn(chunk)), to: Math.min(last, lastIdIn(chunk)) }
      yield new SentChunk(realm.sql, range, complete(chunk, stored.get(chunk)))
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

// What is not stored is read from the SQLite index of the conversation.
function idsOfOrigin(sql: SqlReader, origin_id: number, { from, to }: Run, row: Row): Run[] {
  const storedUpTo = Math.min(to, row?.up_to ?? 0)
  const stored = storedUpTo < from ? [] : new SentChunk(sql, { from, to: storedUpTo }, row).ofOrigin(origin_id)
  return storedUpTo === to
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

/** Stores the messages up to `id` of its chunk, and returns the row. */
function storeChunk(sql: Sql, chunk: number, up_to: number): ChunkRow {
  const stored = rowsBetween(sql, chunk, chunk).get(chunk)
  return storeFrom(sql, { from: firstIdIn(chunk), to: up_to }, stored?.senders ? stored : undefined)
}

/** Stores what chunks lack, for messages that an import wrote. Yields after some chunks: a realm can have millions of messages. */
export function* storeAllSentIds(sql: Sql, last: number): Generator<void> {
  const newest = chunkOf(last)
  for (let low = 0; low <= newest; low += CHUNKS_PER_TURN) {
    const stored = rowsBetween(sql, low, Math.min(newest, low + CHUNKS_PER_TURN - 1))
    const lacking = Array.from({ length: Math.min(CHUNKS_PER_TURN, newest - low + 1) }, (_, nth) => low + nth).filter(
      (chunk) => !hasUpTo(stored.get(chunk), Math.min(last, lastIdIn(chunk))),
    )
    for (const chunk of lacking)
      storeFrom(sql, { from: firstIdIn(chunk), to: Math.min(last, lastIdIn(chunk)) }, undefined)
    if (lacking.length > 0) yield
  }
}

const CHUNKS_PER_TURN = 8

const hasUpTo = (row: Row, id: number) => row !== undefined && row.senders !== null && row.up_to === id

/** Forgets the chunks that have one of these messages, which were written without them. */
export const forgetSentIds = (sql: Sql, ids: readonly number[]): void =>
  sql.run`DELETE FROM sent_ids WHERE chunk IN (SELECT value FROM json_each(${[...new Set(ids.map(chunkOf))]}))`

const storeFrom = (sql: Sql, range: Run, stored: Row): ChunkRow =>
  writeChunk(sql, { chunk: chunkOf(range.from), up_to: range.to, ...encodeSent(new SentChunk(sql, range, stored)) })

/** Removes deleted messages. Writes a row for each chunk that contains one. */
export function removeSentIds(sql: Sql, ids: readonly number[]): void {
  for (const [chunk, deleted] of Map.groupBy(ids, chunkOf)) {
    const row = rowsBetween(sql, chunk, chunk).get(chunk)
    if (row === undefined || deleted.every((id) => id > row.up_to)) continue
    writeChunk(sql, withoutIds(row, deleted))
  }
}

type StoredRow = Pick<ChunkRow, 'chunk' | 'up_to'> & { origins: ArrayBuffer; senders: ArrayBuffer | null }

const rowsBetween = (sql: SqlReader, low: number, high: number): Map<number, ChunkRow> =>
  new Map(
    sql.all<StoredRow>`SELECT chunk, up_to, origins, senders FROM sent_ids WHERE chunk BETWEEN ${low} AND ${high}`.map(
      ({ origins, senders, ...row }) => [
        row.chunk,
        { ...row, origins: new Uint8Array(origins), senders: senders && new Uint8Array(senders) },
      ],
    ),
  )

function writeChunk(sql: Sql, row: ChunkRow): ChunkRow {
  const { chunk, up_to, origins, senders } = row
  sql.run`INSERT INTO sent_ids (chunk, up_to, origins, senders) VALUES (${chunk}, ${up_to}, ${origins}, ${senders})
          ON CONFLICT (chunk) DO UPDATE SET up_to = excluded.up_to, origins = excluded.origins, senders = excluded.senders`
  return row
}
