import type { Realm } from '../../../realm'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Moved } from './conversation'
import { forgetConversation } from './conversation-cache'
import { segmentsAfterMove, mustBeStored, completeSegments, type Segment } from './segment-rules'

type SegmentRow = Omit<Segment, 'moves'> & { moves: string } // JSON: the ids of moves

const segmentOf = ({ moves, ...row }: SegmentRow): Segment => ({ ...row, moves: JSON.parse(moves) })

const storedSegments = (sql: SqlReader, origin_id: number): Segment[] =>
  sql.all<SegmentRow>`
    SELECT origin_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE origin_id = ${origin_id} ORDER BY from_id`.map(segmentOf)

/** Returns segments for all messages that were sent to a conversation, wherever they are now. */
export const segmentsOfOrigin = (sql: SqlReader, origin_id: number): Segment[] =>
  completeSegments(origin_id, storedSegments(sql, origin_id))

/** Returns the segments that are in a conversation now. */
export function segmentsIn(sql: SqlReader, conversation_id: number): Segment[] {
  const row = sql.maybe<{ moved: Moved }>`SELECT moved FROM conversations WHERE id = ${conversation_id}`
  if (row === undefined) return []
  if (row.moved === 'never') return completeSegments(conversation_id, [])
  const own = segmentsOfOrigin(sql, conversation_id).filter((segment) => segment.conversation_id === conversation_id)
  const fromOthers = sql.all<SegmentRow>`
    SELECT origin_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE conversation_id = ${conversation_id} AND origin_id <> ${conversation_id}`
  return [...own, ...fromOthers.map(segmentOf)]
}

/** Returns the segments that are in each conversation now. Those whose messages were never moved take one statement together. */
export function segmentsInEach(sql: SqlReader, conversation_ids: readonly number[]): Map<number, Segment[]> {
  const unmoved = sql.all<{ id: number }>`
    SELECT id FROM conversations WHERE moved = 'never' AND id IN (SELECT value FROM json_each(${conversation_ids}))`
  const segments = new Map(unmoved.map(({ id }) => [id, completeSegments(id, [])]))
  for (const id of conversation_ids) if (!segments.has(id)) segments.set(id, segmentsIn(sql, id))
  return segments
}

type Destination = { conversation_id: number; move_id: number; isFromOtherChannel: boolean }

/** Moves parts of segments to a conversation. Writes a few rows for each part, however many messages it has. */
export function moveSegments(realm: Realm, parts: readonly Segment[], to: Destination): void {
  for (const [origin_id, ofOrigin] of Map.groupBy(parts, (part) => part.origin_id)) {
    const before = segmentsOfOrigin(realm.sql, origin_id).filter(mustBeStored)
    const after = segmentsAfterMove(segmentsOfOrigin(realm.sql, origin_id), ofOrigin, to).filter(mustBeStored)
    writeDifferences(realm.sql, origin_id, before, after)
  }
  const changed = [...new Set([to.conversation_id, ...parts.flatMap((part) => [part.origin_id, part.conversation_id])])]
  realm.sql.run`UPDATE conversations SET moved = 'within_channel'
                WHERE moved = 'never' AND id IN (SELECT value FROM json_each(${changed}))`
  if (to.isFromOtherChannel)
    realm.sql.run`UPDATE conversations SET moved = 'across_channels' WHERE id = ${to.conversation_id}`
  for (const id of changed) forgetConversation(realm, id)
}

/** Writes the segments that are not in `before`, and deletes the rows that no segment replaces. */
function writeDifferences(sql: Sql, origin_id: number, before: readonly Segment[], after: readonly Segment[]): void {
  const replaced = new Set(after.map(({ from_id }) => from_id))
  const deleted = before.flatMap(({ from_id }) => (replaced.has(from_id) ? [] : [from_id]))
  const existing = new Set(before.map((segment) => JSON.stringify(segment)))
  if (deleted.length > 0)
    sql.run`DELETE FROM segments WHERE origin_id = ${origin_id} AND from_id IN (SELECT value FROM json_each(${deleted}))`
  for (const segment of after) if (!existing.has(JSON.stringify(segment))) writeSegment(sql, segment)
}

const writeSegment = (sql: Sql, { origin_id, from_id, to_id, conversation_id, moves }: Segment): void =>
  sql.run`INSERT INTO segments (origin_id, from_id, to_id, conversation_id, moves)
                VALUES (${origin_id}, ${from_id}, ${to_id}, ${conversation_id}, ${moves})
                ON CONFLICT (origin_id, from_id) DO UPDATE SET
                  to_id = excluded.to_id, conversation_id = excluded.conversation_id, moves = excluded.moves`

/** Deletes the segments in a conversation whose messages were all deleted. */
export const deleteSegmentsIn = (sql: Sql, conversation_id: number): void =>
  sql.run`DELETE FROM segments WHERE conversation_id = ${conversation_id}`
