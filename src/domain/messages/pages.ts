import type { Realm } from '../../realm'
import { topicsOf } from '../topics/storage'
import type { Reading } from './access'
import type { Compiled, Source } from './narrow'
import {
  rowsAfter,
  rowsBefore,
  rowsBySenderAfter,
  rowsBySenderBefore,
  rowsOfConversationAfter,
  rowsOfConversationBefore,
  rowsWithIds,
  type IndexRow,
} from './storage'

/**
 * Messages of a narrow in one direction from a bound, nearest first. Candidates come in pages from the narrow's source; each
 * row is then asked the two questions that nothing may skip: does it belong, and may this reader read it.
 */
type Direction = 'before' | 'after'
export type Stretch = { direction: Direction; bound: number; most: number }

export function take(reading: Reading, compiled: Compiled, stretch: Stretch): IndexRow[] {
  const found: IndexRow[] = []
  if (stretch.most === 0) return found
  for (const row of candidates(reading.realm, compiled.source, stretch)) {
    if (!belongs(reading, compiled, row)) continue
    found.push(row)
    if (found.length === stretch.most) break
  }
  return found
}

/** Belongs to the narrow, and is for this reader's eyes. */
export const belongs = (reading: Reading, { matches, wholeHistory }: Compiled, row: IndexRow): boolean =>
  matches(row, reading) && reading.canRead(row) && (wholeHistory || reading.isOwn(row))

/** Every message of the realm, whoever may read it. */
export const newestFirst = (realm: Realm): Generator<IndexRow> =>
  candidates(realm, { kind: 'all' }, { direction: 'before', bound: realm.messageIds.last + 1, most: 1 })

const MOST_ROWS_PER_PAGE = 2000

function* candidates(realm: Realm, source: Source, { direction, bound, most }: Stretch): Generator<IndexRow> {
  // The first page is what an unfiltered narrow needs; if much of it is filtered out, pages grow.
  let size = Math.min(most, MOST_ROWS_PER_PAGE)
  for (let from = bound; ;) {
    const rows = page(realm, source, { direction, bound: from, most: size })
    yield* rows
    if (rows.length < size) return
    from = rows.at(-1)!.id
    size = Math.min(size * 2, MOST_ROWS_PER_PAGE)
  }
}

function page(realm: Realm, source: Source, stretch: Stretch): IndexRow[] {
  const { bound, most } = stretch
  const before = stretch.direction === 'before'
  switch (source.kind) {
    case 'conversation':
      return before
        ? rowsOfConversationBefore(realm, source.id, bound, most)
        : rowsOfConversationAfter(realm, source.id, bound, most)
    case 'sender':
      return before
        ? rowsBySenderBefore(realm, source.id, bound, most)
        : rowsBySenderAfter(realm, source.id, bound, most)
    case 'channel':
      return pageOfChannel(realm, source.stream_id, stretch)
    case 'ids':
      return rowsWithIds(realm, source.ids)
        .filter(({ id }) => (before ? id < bound : id > bound))
        .sort((a, b) => (before ? b.id - a.id : a.id - b.id))
        .slice(0, most)
    case 'all':
      return before ? rowsBefore(realm, bound, most) : rowsAfter(realm, bound, most)
  }
}

/**
 * A channel's messages are those of its topics, merged. Topics are asked in the order in which they come nearest to the
 * bound, and the asking stops at the first that cannot have anything nearer than what is found already.
 */
function pageOfChannel(realm: Realm, stream_id: number, { direction, bound, most }: Stretch): IndexRow[] {
  const before = direction === 'before'
  const nearest = (topic: { min_id: number; max_id: number }) =>
    before ? Math.min(topic.max_id, bound - 1) : Math.max(topic.min_id, bound + 1)
  const nearerFirst = (a: number, b: number) => (before ? b - a : a - b)
  const topics = topicsOf(realm, stream_id)
    .filter((topic) => (before ? topic.min_id < bound : topic.max_id > bound))
    .sort((a, b) => nearerFirst(nearest(a), nearest(b)))
  let found: IndexRow[] = []
  for (const topic of topics) {
    const furthest = found.length < most ? undefined : found.at(-1)
    if (furthest && nearerFirst(nearest(topic), furthest.id) > 0) break
    const rows = before
      ? rowsOfConversationBefore(realm, topic.id, bound, most)
      : rowsOfConversationAfter(realm, topic.id, bound, most)
    found = [...found, ...rows].sort((a, b) => nearerFirst(a.id, b.id)).slice(0, most)
  }
  return found
}
