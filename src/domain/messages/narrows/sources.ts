import type { Realm } from '../../../realm'
import { FlagSet } from '../flag-sets/flag-set'
import { flaggedIds } from '../flag-sets/storage'
import { ManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo } from '../flag-sets/read-up-to-storage'
import { rowsOfConversationAfter, rowsOfConversationBefore } from '../message-index/conversation-storage'
import type { IndexRow } from '../message-index/message'
import {
  rowsMentioningManyAfter,
  rowsMentioningManyBefore,
  rowsMentioningUserAfter,
  rowsMentioningUserBefore,
} from '../message-index/trait-storage'
import { rowsAfter, rowsBefore, rowsBySenderAfter, rowsBySenderBefore, rowsWithIds } from '../message-index/storage'

/** Some messages in one direction from a bound, which is not among them. */
export type Scan = { direction: 'before' | 'after'; bound: number; most: number }

/**
 * Where to look for the messages of a narrow: everything that belongs is in there, and more may be. A narrow may have
 * several, of which nobody knows beforehand which is shortest.
 */
export type Source = {
  /** Nearest to the bound first; fewer than asked for means that there are no more. */
  page: (stretch: Scan) => IndexRow[]
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
export const mentioning = (realm: Realm, user_id: number): Source =>
  either(
    inEither(
      realm,
      (_, bound, limit) => rowsMentioningUserBefore(realm, user_id, bound, limit),
      (_, bound, limit) => rowsMentioningUserAfter(realm, user_id, bound, limit),
    ),
    inEither(realm, rowsMentioningManyBefore, rowsMentioningManyAfter),
  )

export const flaggedMessages = (
  realm: Realm,
  user_id: number,
  flag: 'starred' | 'collapsed' | 'historical' | 'alerted',
): Source => withIds(realm, () => [...flaggedIds(realm, user_id, flag)])

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

export const nearerFirst =
  (direction: Scan['direction']) =>
  (a: { id: number }, b: { id: number }): number =>
    direction === 'before' ? b.id - a.id : a.id - b.id

/** What is above somebody's floor or was made unread below it, and is not marked as read. */
export const unreadMessagesOf = (realm: Realm, user_id: number): Source =>
  either(
    unreadAboveFloor(realm, user_id),
    withIds(realm, () => new ManuallyUnread(realm, user_id).unreadUpTo(findReadUpTo(realm, user_id))),
  )

// Long stretches of what is read are stepped over.
function unreadAboveFloor(realm: Realm, user_id: number): Source {
  const read = new FlagSet(realm, user_id, 'read')
  return {
    page: ({ direction, bound, most }) => {
      const floor = findReadUpTo(realm, user_id)
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

function beyondRead(read: FlagSet, direction: Scan['direction'], bound: number): number {
  for (let from = bound; ;) {
    const run = read.runWith(direction === 'before' ? from - 1 : from + 1)
    if (run === undefined) return from
    from = direction === 'before' ? run.from : run.to
  }
}
