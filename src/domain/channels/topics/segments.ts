import type { Realm } from '../../../realm'
import { forgetNamed } from './named-lately'
import { afterMove, saysSomething, wholeThread, type Segment } from './segment-rules'

type SegmentRow = Omit<Segment, 'moves'> & { moves: string } // JSON: the ids of moves

const segmentOf = ({ moves, ...row }: SegmentRow): Segment => ({ ...row, moves: JSON.parse(moves) })

const storedSegments = (realm: Realm, thread_id: number): Segment[] =>
  realm.sql.all<SegmentRow>`
    SELECT thread_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE thread_id = ${thread_id} ORDER BY from_id`.map(segmentOf)

/** All of a thread, wherever it is. */
export const threadOf = (realm: Realm, thread_id: number): Segment[] =>
  wholeThread(thread_id, storedSegments(realm, thread_id))

/** Where the messages of a conversation come from. */
export function segmentsOf(realm: Realm, conversation_id: number): Segment[] {
  const row = realm.sql.maybe<{ is_mixed: number }>`SELECT is_mixed FROM conversations WHERE id = ${conversation_id}`
  if (row === undefined) return []
  if (row.is_mixed === 0) return wholeThread(conversation_id, [])
  const own = threadOf(realm, conversation_id).filter((segment) => segment.conversation_id === conversation_id)
  const others = realm.sql.all<SegmentRow>`
    SELECT thread_id, from_id, to_id, conversation_id, moves FROM segments
    WHERE conversation_id = ${conversation_id} AND thread_id <> ${conversation_id}`
  return [...own, ...others.map(segmentOf)]
}

type Destination = { conversation_id: number; move_id: number; isFromElsewhere: boolean }

/** Parts of conversations go to a conversation. Rows: a few for each part, however many messages are in it. */
export function moveSegments(realm: Realm, parts: readonly Segment[], to: Destination): void {
  for (const [thread_id, ofThread] of Map.groupBy(parts, (part) => part.thread_id)) {
    const before = threadOf(realm, thread_id).filter(saysSomething)
    const after = afterMove(threadOf(realm, thread_id), ofThread, to).filter(saysSomething)
    rewrite(realm, thread_id, before, after)
  }
  const mixed = [...new Set([to.conversation_id, ...parts.flatMap((part) => [part.thread_id, part.conversation_id])])]
  realm.sql.run`UPDATE conversations SET is_mixed = 1
                WHERE is_mixed = 0 AND id IN (SELECT value FROM json_each(${mixed}))`
  if (to.isFromElsewhere) realm.sql.run`UPDATE conversations SET is_mixed = 2 WHERE id = ${to.conversation_id}`
  forgetNamed(realm)
}

function rewrite(realm: Realm, thread_id: number, before: readonly Segment[], after: readonly Segment[]): void {
  const beginnings = new Set(after.map(({ from_id }) => from_id))
  const gone = before.flatMap(({ from_id }) => (beginnings.has(from_id) ? [] : [from_id]))
  const known = new Set(before.map((each) => JSON.stringify(each)))
  if (gone.length > 0)
    realm.sql
      .run`DELETE FROM segments WHERE thread_id = ${thread_id} AND from_id IN (SELECT value FROM json_each(${gone}))`
  for (const segment of after) if (!known.has(JSON.stringify(segment))) write(realm, segment)
}

const write = (realm: Realm, { thread_id, from_id, to_id, conversation_id, moves }: Segment): void =>
  realm.sql.run`INSERT INTO segments (thread_id, from_id, to_id, conversation_id, moves)
                VALUES (${thread_id}, ${from_id}, ${to_id}, ${conversation_id}, ${moves})
                ON CONFLICT (thread_id, from_id) DO UPDATE SET
                  to_id = excluded.to_id, conversation_id = excluded.conversation_id, moves = excluded.moves`

/** Nothing is left of a conversation, nor of what came to it. */
export const removeSegmentsOf = (realm: Realm, conversation_id: number): void =>
  realm.sql.run`DELETE FROM segments WHERE conversation_id = ${conversation_id}`
