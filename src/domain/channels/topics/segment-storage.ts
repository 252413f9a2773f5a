import type { Realm } from '../../../realm'
import type { Moved } from './conversation'
import { invalidateCachedTopics } from './topic-cache'
import { segmentsAfterMove, mustBeStored, completeSegments, type Segment } from './segment-rules'
import type { Sql } from '../../../store/realm-sql'

type SegmentRow = Omit<Segment, 'moves'> & { moves: string } // JSON: the ids of moves

const segmentOf = ({ moves, ...row }: SegmentRow): Segment => ({ ...row, moves: JSON.parse(moves) })

const storedSegments = (sql: Sql, origin_id: number): Segment[] =>
  sql.all<SegmentRow>`
    SELECT origin_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE origin_id = ${origin_id} ORDER BY from_id`.map(segmentOf)

/** All of a thread, wherever it is. */
export const segmentsOfOrigin = (sql: Sql, origin_id: number): Segment[] =>
  completeSegments(origin_id, storedSegments(sql, origin_id))

/** Where the messages of a conversation come from. */
export function segmentsIn(sql: Sql, conversation_id: number): Segment[] {
  const row = sql.maybe<{ moved: Moved }>`SELECT moved FROM conversations WHERE id = ${conversation_id}`
  if (row === undefined) return []
  if (row.moved === 'never') return completeSegments(conversation_id, [])
  const own = segmentsOfOrigin(sql, conversation_id).filter((segment) => segment.conversation_id === conversation_id)
  const others = sql.all<SegmentRow>`
    SELECT origin_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE conversation_id = ${conversation_id} AND origin_id <> ${conversation_id}`
  return [...own, ...others.map(segmentOf)]
}

type Destination = { conversation_id: number; move_id: number; isFromOtherChannel: boolean }

/** Parts of conversations go to a conversation. Rows: a few for each part, however many messages are in it. */
export function moveSegments(realm: Realm, parts: readonly Segment[], to: Destination): void {
  for (const [origin_id, ofThread] of Map.groupBy(parts, (part) => part.origin_id)) {
    const before = segmentsOfOrigin(realm.sql, origin_id).filter(mustBeStored)
    const after = segmentsAfterMove(segmentsOfOrigin(realm.sql, origin_id), ofThread, to).filter(mustBeStored)
    rewrite(realm.sql, origin_id, before, after)
  }
  const changed = [...new Set([to.conversation_id, ...parts.flatMap((part) => [part.origin_id, part.conversation_id])])]
  realm.sql.run`UPDATE conversations SET moved = 'within_channel'
                WHERE moved = 'never' AND id IN (SELECT value FROM json_each(${changed}))`
  if (to.isFromOtherChannel)
    realm.sql.run`UPDATE conversations SET moved = 'across_channels' WHERE id = ${to.conversation_id}`
  invalidateCachedTopics(realm)
}

function rewrite(sql: Sql, origin_id: number, before: readonly Segment[], after: readonly Segment[]): void {
  const beginnings = new Set(after.map(({ from_id }) => from_id))
  const gone = before.flatMap(({ from_id }) => (beginnings.has(from_id) ? [] : [from_id]))
  const known = new Set(before.map((each) => JSON.stringify(each)))
  if (gone.length > 0)
    sql.run`DELETE FROM segments WHERE origin_id = ${origin_id} AND from_id IN (SELECT value FROM json_each(${gone}))`
  for (const segment of after) if (!known.has(JSON.stringify(segment))) write(sql, segment)
}

const write = (sql: Sql, { origin_id, from_id, to_id, conversation_id, moves }: Segment): void =>
  sql.run`INSERT INTO segments (origin_id, from_id, to_id, conversation_id, moves)
                VALUES (${origin_id}, ${from_id}, ${to_id}, ${conversation_id}, ${moves})
                ON CONFLICT (origin_id, from_id) DO UPDATE SET
                  to_id = excluded.to_id, conversation_id = excluded.conversation_id, moves = excluded.moves`

/** Nothing is left of a conversation, nor of what came to it. */
export const deleteSegmentsIn = (sql: Sql, conversation_id: number): void =>
  sql.run`DELETE FROM segments WHERE conversation_id = ${conversation_id}`
