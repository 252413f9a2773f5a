import type { Realm } from '../../realm'
import { markedIds, MarkSet } from '../marks/storage'
import { floorOf } from '../marks/unread-floor'
import {
  rowsCallingManyAfter,
  rowsCallingManyBefore,
  rowsNamingAfter,
  rowsNamingBefore,
} from '../messages/rows-by-trait'
import { rowsOfConversationAfter, rowsOfConversationBefore } from '../messages/conversation-rows'
import { rowsAfter, rowsBefore, rowsBySenderAfter, rowsBySenderBefore, rowsWithIds } from '../messages/storage'
import type { IndexRow } from '../messages/message'
import { topicsOf, type Conversation } from '../topics/storage'

/** Some messages in one direction from a bound, which is not among them. */
export type Stretch = { direction: 'before' | 'after'; bound: number; most: number }

/**
 * Where to look for the messages of a narrow: everything that belongs is in there, and more may be. A narrow may have
 * several, of which nobody knows beforehand which is shortest.
 */
export type Source = {
  /** Nearest to the bound first; fewer than asked for means that there are no more. */
  page: (stretch: Stretch) => IndexRow[]
  /** To begin here costs something: it is worth it once so many rows elsewhere were looked at. */
  worthAfter: number
}

export type Rows = (realm: Realm, bound: number, limit: number) => IndexRow[]

const inEither = (realm: Realm, before: Rows, after: Rows): Source => ({
  page: ({ direction, bound, most }) => (direction === 'before' ? before : after)(realm, bound, most),
  worthAfter: 0,
})

export const everything = (realm: Realm): Source => inEither(realm, rowsBefore, rowsAfter)

export const ofConversation = (realm: Realm, id: number): Source =>
  inEither(
    realm,
    (_, bound, limit) => rowsOfConversationBefore(realm, id, bound, limit),
    (_, bound, limit) => rowsOfConversationAfter(realm, id, bound, limit),
  )

export const sentBy = (realm: Realm, user_id: number): Source =>
  inEither(
    realm,
    (_, bound, limit) => rowsBySenderBefore(realm, user_id, bound, limit),
    (_, bound, limit) => rowsBySenderAfter(realm, user_id, bound, limit),
  )

/** For what an index of its own knows. */
export const indexed = (realm: Realm, rows: { before: Rows; after: Rows }): Source =>
  inEither(realm, rows.before, rows.after)

/** Whatever names somebody, or may do so by calling many at once. */
export const calling = (realm: Realm, user_id: number): Source =>
  either(
    inEither(
      realm,
      (_, bound, limit) => rowsNamingBefore(realm, user_id, bound, limit),
      (_, bound, limit) => rowsNamingAfter(realm, user_id, bound, limit),
    ),
    inEither(realm, rowsCallingManyBefore, rowsCallingManyAfter),
  )

export const marked = (
  realm: Realm,
  user_id: number,
  flag: 'starred' | 'collapsed' | 'historical' | 'alerted',
): Source => withIds(realm, () => [...markedIds(realm, user_id, flag)])

/** These, of which some may not be there; they are asked for when they are needed. */
export function withIds(realm: Realm, idsAscending: () => readonly number[]): Source {
  let known: readonly number[] | undefined
  return {
    page: ({ direction, bound, most }) => {
      const ids = (known ??= idsAscending())
      const found: IndexRow[] = []
      let left = direction === 'before' ? ids.filter((id) => id < bound).reverse() : ids.filter((id) => id > bound)
      while (found.length < most && left.length > 0) {
        const rows = rowsWithIds(realm, left.slice(0, most - found.length))
        left = left.slice(most - found.length)
        found.push(...(direction === 'before' ? rows.reverse() : rows))
      }
      return found
    },
    worthAfter: 0,
  }
}

/** What is in one or the other. */
export const either = (...sources: readonly Source[]): Source => ({
  page: (stretch) => {
    const rows = new Map(sources.flatMap(({ page }) => page(stretch)).map((row) => [row.id, row]))
    return [...rows.values()].sort(nearerFirst(stretch.direction)).slice(0, stretch.most)
  },
  worthAfter: Math.max(...sources.map((source) => source.worthAfter)),
})

const nearerFirst =
  (direction: Stretch['direction']) =>
  (a: { id: number }, b: { id: number }): number =>
    direction === 'before' ? b.id - a.id : a.id - b.id

/** What is above somebody's floor and not marked as read. Long stretches of what is read are stepped over. */
export function unreadBy(realm: Realm, user_id: number): Source {
  const read = new MarkSet(realm, user_id, 'read')
  return {
    page: ({ direction, bound, most }) => {
      const floor = floorOf(realm, user_id)
      const found: IndexRow[] = []
      let from = direction === 'after' ? Math.max(bound, floor) : bound
      for (;;) {
        from = beyondRead(read, direction, from)
        const rows = direction === 'before' ? rowsBefore(realm, from, most) : rowsAfter(realm, from, most)
        found.push(...rows.filter(({ id }) => id > floor && !read.has(id)))
        const last = rows.at(-1)
        if (found.length >= most) return found.slice(0, most)
        if (last === undefined || rows.length < most || last.id <= floor) return found
        from = last.id
      }
    },
    worthAfter: 0,
  }
}

function beyondRead(read: MarkSet, direction: Stretch['direction'], bound: number): number {
  for (let from = bound; ;) {
    const run = read.runWith(direction === 'before' ? from - 1 : from + 1)
    if (run === undefined) return from
    from = direction === 'before' ? run.from : run.to
  }
}

/** A conversation, or the part of one that lies within these ids, both inside. */
export type Part = Pick<Conversation, 'id' | 'min_id' | 'max_id'>

/** A part that has been begun with: what was read of it and not given out yet, and whether there may be more behind. */
type Opened = { part: Part; rows: IndexRow[]; next: number; isDone: boolean }

// As many are read of a conversation when it is its turn; few, as its turn may be short, but more each time.
const FIRST_ROWS = 4
const MOST_ROWS = 128

/**
 * What was said in any of these, merged. They are asked in the order in which they come nearest to the bound, and no
 * further than their messages are nearest: so one that is far away is never asked.
 */
export function ofConversations(realm: Realm, parts: () => readonly Part[], worthAfter = 0): Source {
  let known: readonly Part[] | undefined
  return {
    page: (stretch) => merged(realm, (known ??= parts()), stretch),
    worthAfter,
  }
}

function merged(realm: Realm, parts: readonly Part[], { direction, bound, most }: Stretch): IndexRow[] {
  const isBefore = direction === 'before'
  const nearer = nearerFirst(direction)
  const waiting = parts
    .filter(({ min_id, max_id }) => (isBefore ? min_id < bound : max_id > bound))
    .map((part) => ({ part, id: isBefore ? Math.min(part.max_id, bound - 1) : Math.max(part.min_id, bound + 1) }))
    .sort(nearer)
  const opened: Opened[] = [] // the one that is nearest is last
  const headOf = (each: Opened) => each.rows[each.next]!
  const putBack = (each: Opened) => {
    if (each.next === each.rows.length) return
    let [low, high] = [0, opened.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (nearer(headOf(opened[middle]!), headOf(each)) > 0) low = middle + 1
      else high = middle
    }
    opened.splice(low, 0, each)
  }

  const found: IndexRow[] = []
  let begun = 0
  while (found.length < most) {
    for (; begun < waiting.length; begun++) {
      const { part, id } = waiting[begun]!
      const nearest = opened.at(-1)
      if (nearest && nearer(headOf(nearest), { id }) <= 0) break
      putBack(readOn(realm, part, { direction, bound: isBefore ? id + 1 : id - 1, most: FIRST_ROWS }))
    }
    const nearest = opened.pop()
    if (nearest === undefined) break
    const row = headOf(nearest)
    found.push(row)
    nearest.next++
    const most = Math.min(MOST_ROWS, nearest.rows.length * 2)
    const isAtItsEnd = nearest.next === nearest.rows.length && !nearest.isDone
    putBack(isAtItsEnd ? readOn(realm, nearest.part, { direction, bound: row.id, most }) : nearest)
  }
  return found
}

function readOn(realm: Realm, part: Part, stretch: Stretch): Opened {
  const all = ofConversation(realm, part.id).page(stretch)
  const rows = all.filter(({ id }) => part.min_id <= id && id <= part.max_id)
  return { part, rows, next: 0, isDone: rows.length < stretch.most }
}

export const ofChannels = (realm: Realm, stream_ids: () => readonly number[], worthAfter: number): Source =>
  ofConversations(realm, () => stream_ids().flatMap((stream_id) => topicsOf(realm, stream_id)), worthAfter)
