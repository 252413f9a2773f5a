import { difference, type Run } from '../../../store/id-set'

/**
 * Messages know for ever the conversation that they were sent to: their thread. What was moved since is told by segments:
 * the messages of one thread between two ids, and the conversation they are in by now. So a move is a few segments,
 * however many messages it is of.
 */
export type Segment = {
  origin_id: number
  from_id: number
  to_id: number
  conversation_id: number
  moves: number[] // by which they came there, the first first
}

export const LAST_ID = Number.MAX_SAFE_INTEGER

/** All of a thread. What no stored segment has is where it was sent. */
export function completeSegments(origin_id: number, stored: readonly Segment[]): Segment[] {
  const gaps = difference([{ from: 1, to: LAST_ID }], stored.map(runOf))
  const unmoved = gaps.map(({ from, to }) => ({
    origin_id,
    from_id: from,
    to_id: to,
    conversation_id: origin_id,
    moves: [],
  }))
  return [...stored, ...unmoved].sort((a, b) => a.from_id - b.from_id)
}

/** Need it be said? */
export const mustBeStored = ({ origin_id, conversation_id, moves }: Segment): boolean =>
  conversation_id !== origin_id || moves.length > 0

/** The part of a segment between these ids. */
export function clipSegment(segment: Segment, { from, to }: Run): Segment | undefined {
  const part = { ...segment, from_id: Math.max(segment.from_id, from), to_id: Math.min(segment.to_id, to) }
  return part.from_id <= part.to_id ? part : undefined
}

/** A thread after parts of it went to a conversation. Neighbours that have become alike are one. */
export function segmentsAfterMove(
  thread: readonly Segment[],
  parts: readonly Segment[],
  { conversation_id, move_id }: { conversation_id: number; move_id: number },
): Segment[] {
  const gone = parts.map(runOf).sort((a, b) => a.from - b.from)
  const stayed = thread.flatMap((segment) =>
    difference([runOf(segment)], gone).map(({ from, to }) => ({ ...segment, from_id: from, to_id: to })),
  )
  const went = parts.map((part) => ({ ...part, conversation_id, moves: [...part.moves, move_id] }))
  const all = [...stayed, ...went].sort((a, b) => a.from_id - b.from_id)
  const joined: Segment[] = []
  for (const segment of all) {
    const last = joined.at(-1)
    if (last && last.to_id + 1 === segment.from_id && isAlike(last, segment)) last.to_id = segment.to_id
    else joined.push({ ...segment })
  }
  return joined
}

const runOf = ({ from_id, to_id }: Segment): Run => ({ from: from_id, to: to_id })

const isAlike = (a: Segment, b: Segment): boolean =>
  a.conversation_id === b.conversation_id && String(a.moves) === String(b.moves)
