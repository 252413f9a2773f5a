import { difference, type Run } from '../../../store/id-set'

/**
 * The messages of one origin between two ids, and the conversation in which they are now. The message index stores only the
 * origin: the conversation to which a message was sent. So a move writes a few segments, and no row for each message.
 */
export type Segment = {
  origin_id: number
  from_id: number
  to_id: number
  conversation_id: number
  moves: number[] // the ids of the moves that brought them there, the oldest first
}

export const LAST_ID = Number.MAX_SAFE_INTEGER

/** Returns segments for all messages of an origin. Messages without a stored segment were not moved. */
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

/** Whether a segment needs a row: unmoved messages have none. */
export const mustBeStored = ({ origin_id, conversation_id, moves }: Segment): boolean =>
  conversation_id !== origin_id || moves.length > 0

/** Returns the part of a segment between these ids; undefined if there is none. */
export function clipSegment(segment: Segment, { from, to }: Run): Segment | undefined {
  const part = { ...segment, from_id: Math.max(segment.from_id, from), to_id: Math.min(segment.to_id, to) }
  return part.from_id <= part.to_id ? part : undefined
}

/** Returns the parts of segments that are not in other segments of the same origin. */
export const segmentsWithout = (segments: readonly Segment[], removed: readonly Segment[]): Segment[] =>
  segments.flatMap((segment) => {
    const ofOrigin = removed.filter(({ origin_id }) => origin_id === segment.origin_id)
    return difference(
      [runOf(segment)],
      ofOrigin.map(runOf).sort((a, b) => a.from - b.from),
    ).map(({ from, to }) => ({
      ...segment,
      from_id: from,
      to_id: to,
    }))
  })

/** Returns the segments of an origin after a move of `parts` to a conversation. Merges equal neighbours. */
export function segmentsAfterMove(
  segments: readonly Segment[],
  parts: readonly Segment[],
  { conversation_id, move_id }: { conversation_id: number; move_id: number },
): Segment[] {
  const movedRuns = parts.map(runOf).sort((a, b) => a.from - b.from)
  const remaining = segments.flatMap((segment) =>
    difference([runOf(segment)], movedRuns).map(({ from, to }) => ({ ...segment, from_id: from, to_id: to })),
  )
  const moved = parts.map((part) => ({ ...part, conversation_id, moves: [...part.moves, move_id] }))
  const all = [...remaining, ...moved].sort((a, b) => a.from_id - b.from_id)
  const merged: Segment[] = []
  for (const segment of all) {
    const last = merged.at(-1)
    if (last && last.to_id + 1 === segment.from_id && isSameLocation(last, segment)) last.to_id = segment.to_id
    else merged.push({ ...segment })
  }
  return merged
}

const runOf = ({ from_id, to_id }: Segment): Run => ({ from: from_id, to: to_id })

const isSameLocation = (a: Segment, b: Segment): boolean =>
  a.conversation_id === b.conversation_id && String(a.moves) === String(b.moves)
