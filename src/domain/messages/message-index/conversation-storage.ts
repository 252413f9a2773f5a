import type { SqlReader } from '../../../store/realm-sql'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import type { Segment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import type { IndexRow } from './message'
import { INDEX_ROW, ROWS_AS_TEXT, rowsFrom, type RowsAsText } from './storage'

// The messages of a conversation are those of its segments, merged. Nearly every conversation has one segment. Segments are read
// in the order of their distance from the bound, and only until no later segment can have a nearer message.

/** Returns messages of a conversation with ids below the bound, newest first. */
export const rowsOfConversationBefore = (
  sql: SqlReader,
  conversation_id: number,
  bound: number,
  limit: number,
): IndexRow[] => rowsOfSegmentsBefore(sql, segmentsIn(sql, conversation_id), bound, limit)

/** Returns messages of the segments of a conversation with ids below the bound, newest first. */
export const rowsOfSegmentsBefore = (
  sql: SqlReader,
  segments: readonly Segment[],
  bound: number,
  limit: number,
): IndexRow[] => {
  const nearestFirst = segments.filter(({ from_id }) => from_id < bound).sort((a, b) => b.to_id - a.to_id)
  let found: IndexRow[] = []
  for (const segment of nearestFirst) {
    if (found.length >= limit && segment.to_id < found.at(-1)!.id) break
    const rows = rowsOfSegmentBefore(sql, segment, bound, limit)
    found = found.length === 0 ? rows : [...found, ...rows].sort((a, b) => b.id - a.id).slice(0, limit)
  }
  return found
}

/** Returns messages of a conversation with ids above the bound, oldest first. */
export const rowsOfConversationAfter = (
  sql: SqlReader,
  conversation_id: number,
  bound: number,
  limit: number,
): IndexRow[] => rowsOfSegmentsAfter(sql, segmentsIn(sql, conversation_id), bound, limit)

/** Returns messages of the segments of a conversation with ids above the bound, oldest first. */
export const rowsOfSegmentsAfter = (
  sql: SqlReader,
  segments: readonly Segment[],
  bound: number,
  limit: number,
): IndexRow[] => {
  const nearestFirst = segments.filter(({ to_id }) => to_id > bound).sort((a, b) => a.from_id - b.from_id)
  let found: IndexRow[] = []
  for (const segment of nearestFirst) {
    if (found.length >= limit && segment.from_id > found.at(-1)!.id) break
    const rows = rowsOfSegmentAfter(sql, segment, bound, limit)
    found = found.length === 0 ? rows : [...found, ...rows].sort((a, b) => a.id - b.id).slice(0, limit)
  }
  return found
}

const rowsOfSegmentBefore = (sql: SqlReader, segment: Segment, bound: number, limit: number): IndexRow[] =>
  rowsFrom(sql.one<RowsAsText>`
    SELECT ${ROWS_AS_TEXT} FROM (
      SELECT ${INDEX_ROW} FROM message_index
      WHERE conversation_id = ${segment.origin_id} AND id >= ${segment.from_id} AND id < ${Math.min(bound, segment.to_id + 1)}
      ORDER BY id DESC LIMIT ${limit})`)

const rowsOfSegmentAfter = (sql: SqlReader, segment: Segment, bound: number, limit: number): IndexRow[] =>
  rowsFrom(sql.one<RowsAsText>`
    SELECT ${ROWS_AS_TEXT} FROM (
      SELECT ${INDEX_ROW} FROM message_index
      WHERE conversation_id = ${segment.origin_id} AND id > ${Math.max(bound, segment.from_id - 1)} AND id <= ${segment.to_id}
      ORDER BY id LIMIT ${limit})`)

/** Returns the newest message in these segments, or undefined if they have none. */
export function newestIdInSegments(sql: SqlReader, segments: readonly Segment[]): number | undefined {
  const newest = segments.flatMap((segment) => rowsOfSegmentBefore(sql, segment, NEWEST_ANCHOR, 1))
  return newest.length === 0 ? undefined : Math.max(...newest.map(({ id }) => id))
}

export const countMessagesInSegments = (sql: SqlReader, segments: readonly Segment[]): number =>
  segments.reduce(
    (sum, { origin_id, from_id, to_id }) =>
      sum +
      sql.one<{ n: number }>`
        SELECT count(*) AS n FROM message_index WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`
        .n,
    0,
  )

/** Returns the first and the last message of a conversation, or undefined if it has none. */
export function findIdRange(sql: SqlReader, conversation_id: number): { min_id: number; max_id: number } | undefined {
  const [first] = rowsOfConversationAfter(sql, conversation_id, 0, 1)
  const [last] = rowsOfConversationBefore(sql, conversation_id, NEWEST_ANCHOR, 1)
  return first && last && { min_id: first.id, max_id: last.id }
}

/** Returns the users who sent a message of the conversation. */
export function sendersOf(sql: SqlReader, conversation_id: number): number[] {
  const senders = segmentsIn(sql, conversation_id).flatMap(
    ({ origin_id, from_id, to_id }) => sql.all<{ sender_id: number }>`
      SELECT DISTINCT sender_id FROM message_index
      WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`,
  )
  return [...new Set(senders.map(({ sender_id }) => sender_id))]
}

/** Returns the messages of the conversation that have the index flag. */
export const idsWithIndexFlag = (sql: SqlReader, conversation_id: number, flag: number): number[] =>
  segmentsIn(sql, conversation_id).flatMap(({ origin_id, from_id, to_id }) =>
    sql.all<{ id: number }>`
      SELECT id FROM message_index
      WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id} AND index_flags & ${flag}`.map(
      ({ id }) => id,
    ),
  )
