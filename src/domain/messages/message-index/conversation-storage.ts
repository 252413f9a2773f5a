import type { Realm } from '../../../realm'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import type { Segment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import type { IndexRow } from './message'

/**
 * The messages of a conversation, wherever they were sent: those of its segments, merged. Of nearly every conversation that
 * is one. Segments are asked in the order in which they come nearest, and no further than they can have anything nearer.
 */
export const rowsOfConversationBefore = (
  realm: Realm,
  conversation_id: number,
  bound: number,
  limit: number,
): IndexRow[] => {
  const nearestFirst = segmentsIn(realm.sql, conversation_id)
    .filter(({ from_id }) => from_id < bound)
    .sort((a, b) => b.to_id - a.to_id)
  let found: IndexRow[] = []
  for (const segment of nearestFirst) {
    if (found.length >= limit && segment.to_id < found.at(-1)!.id) break
    const rows = rowsOfSegmentBefore(realm, segment, bound, limit)
    found = found.length === 0 ? rows : [...found, ...rows].sort((a, b) => b.id - a.id).slice(0, limit)
  }
  return found
}

export const rowsOfConversationAfter = (
  realm: Realm,
  conversation_id: number,
  bound: number,
  limit: number,
): IndexRow[] => {
  const nearestFirst = segmentsIn(realm.sql, conversation_id)
    .filter(({ to_id }) => to_id > bound)
    .sort((a, b) => a.from_id - b.from_id)
  let found: IndexRow[] = []
  for (const segment of nearestFirst) {
    if (found.length >= limit && segment.from_id > found.at(-1)!.id) break
    const rows = rowsOfSegmentAfter(realm, segment, bound, limit)
    found = found.length === 0 ? rows : [...found, ...rows].sort((a, b) => a.id - b.id).slice(0, limit)
  }
  return found
}

const rowsOfSegmentBefore = (realm: Realm, segment: Segment, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE conversation_id = ${segment.origin_id} AND id >= ${segment.from_id} AND id < ${Math.min(bound, segment.to_id + 1)}
    ORDER BY id DESC LIMIT ${limit}`

const rowsOfSegmentAfter = (realm: Realm, segment: Segment, bound: number, limit: number): IndexRow[] =>
  realm.sql.all<IndexRow>`
    SELECT id, conversation_id, sender_id, sent_at, traits FROM message_index
    WHERE conversation_id = ${segment.origin_id} AND id > ${Math.max(bound, segment.from_id - 1)} AND id <= ${segment.to_id}
    ORDER BY id LIMIT ${limit}`

/** The newest message in these segments, if there is one. */
export function newestIdIn(realm: Realm, segments: readonly Segment[]): number | undefined {
  const newest = segments.flatMap((segment) => rowsOfSegmentBefore(realm, segment, NEWEST_ANCHOR, 1))
  return newest.length === 0 ? undefined : Math.max(...newest.map(({ id }) => id))
}

export const countMessagesIn = (realm: Realm, segments: readonly Segment[]): number =>
  segments.reduce(
    (sum, { origin_id, from_id, to_id }) =>
      sum +
      realm.sql.one<{ n: number }>`
        SELECT count(*) AS n FROM message_index WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`
        .n,
    0,
  )

/** The ids of all that is in these segments, ascending. */
export const idsInSegments = (realm: Realm, segments: readonly Segment[]): number[] =>
  segments
    .flatMap(({ origin_id, from_id, to_id }) =>
      realm.sql.all<{ id: number }>`
        SELECT id FROM message_index WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`.map(
        ({ id }) => id,
      ),
    )
    .sort((a, b) => a - b)

/** Between which ids a conversation's messages lie, if it has any. */
export function idBoundsOf(realm: Realm, conversation_id: number): { min_id: number; max_id: number } | undefined {
  const [first] = rowsOfConversationAfter(realm, conversation_id, 0, 1)
  const [last] = rowsOfConversationBefore(realm, conversation_id, NEWEST_ANCHOR, 1)
  return first && last && { min_id: first.id, max_id: last.id }
}

/** Everyone who has written in it. */
export function sendersOf(realm: Realm, conversation_id: number): number[] {
  const senders = segmentsIn(realm.sql, conversation_id).flatMap(
    ({ origin_id, from_id, to_id }) => realm.sql.all<{ sender_id: number }>`
      SELECT DISTINCT sender_id FROM message_index
      WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}`,
  )
  return [...new Set(senders.map(({ sender_id }) => sender_id))]
}

/** The ids of those of its messages that have a trait. */
export const idsWithTrait = (realm: Realm, conversation_id: number, trait: number): number[] =>
  segmentsIn(realm.sql, conversation_id).flatMap(({ origin_id, from_id, to_id }) =>
    realm.sql.all<{ id: number }>`
      SELECT id FROM message_index
      WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id} AND traits & ${trait}`.map(
      ({ id }) => id,
    ),
  )
