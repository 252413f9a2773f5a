import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { SqlReader } from '../../../store/realm-sql'
import type { SqlText } from '../../../store/sql'
import { FlagSet } from '../flag-sets/flag-set'
import { flaggedIds } from '../flag-sets/storage'
import { ManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo } from '../flag-sets/read-up-to-storage'
import { rowsOfConversationAfter, rowsOfConversationBefore } from '../message-index/conversation-storage'
import type { IndexRow } from '../message-index/message'
import {
  MENTIONING_MANY,
  rowsMentioningUserAfter,
  rowsMentioningUserBefore,
  rowsOfKindAfter,
  rowsOfKindBefore,
} from '../message-index/index-flag-storage'
import { rowsAfter, rowsBefore, rowsBySenderAfter, rowsBySenderBefore, rowsWithIds } from '../message-index/storage'
import { nearerFirst, type Scan } from './scan'

/**
 * Lists candidates for a narrow: all messages that match are among them. A narrow may have several sources, and it is not known
 * in advance which is the shortest.
 */
export type Source = {
  /** Returns the candidates nearest to the bound, nearest first. Fewer than requested means that there are no more. */
  read: (scan: Scan) => IndexRow[]
  /** The first read has a cost. It pays after so many rows were read from other sources. */
  startAfterRows: number
}

type RowsOf = (sql: SqlReader, bound: number, limit: number) => IndexRow[]

const sourceOf = ({ sql }: ReadOnlyRealm, before: RowsOf, after: RowsOf): Source => ({
  read: ({ direction, bound, most }) => (direction === 'before' ? before : after)(sql, bound, most),
  startAfterRows: 0,
})

export const allMessages = (realm: ReadOnlyRealm): Source => sourceOf(realm, rowsBefore, rowsAfter)

export const messagesOfConversation = (realm: ReadOnlyRealm, id: number): Source =>
  sourceOf(
    realm,
    (sql, bound, limit) => rowsOfConversationBefore(sql, id, bound, limit),
    (sql, bound, limit) => rowsOfConversationAfter(sql, id, bound, limit),
  )

export const messagesSentBy = (realm: ReadOnlyRealm, user_id: number): Source =>
  sourceOf(
    realm,
    (sql, bound, limit) => rowsBySenderBefore(sql, user_id, bound, limit),
    (sql, bound, limit) => rowsBySenderAfter(sql, user_id, bound, limit),
  )

/** The messages of a kind that has its own SQLite index, such as messages with links. */
export const messagesOfKind = (realm: ReadOnlyRealm, kind: SqlText): Source =>
  sourceOf(
    realm,
    (sql, bound, limit) => rowsOfKindBefore(sql, kind, bound, limit),
    (sql, bound, limit) => rowsOfKindAfter(sql, kind, bound, limit),
  )

/** The messages that mention the user by name, and all that mention a channel, a topic or a group. */
export const messagesMentioning = (realm: ReadOnlyRealm, user_id: number): Source =>
  unionOf(
    sourceOf(
      realm,
      (sql, bound, limit) => rowsMentioningUserBefore(sql, user_id, bound, limit),
      (sql, bound, limit) => rowsMentioningUserAfter(sql, user_id, bound, limit),
    ),
    messagesOfKind(realm, MENTIONING_MANY),
  )

export const flaggedMessages = (
  realm: ReadOnlyRealm,
  user_id: number,
  flag: 'starred' | 'collapsed' | 'historical' | 'alerted',
): Source => messagesWithIds(realm, () => [...flaggedIds(realm.sql, user_id, flag)])

/** The existing messages with these ids. The ids are loaded at the first read. */
export function messagesWithIds(realm: ReadOnlyRealm, loadIdsAscending: () => readonly number[]): Source {
  let all: readonly number[] | undefined
  return {
    read: ({ direction, bound, most }) => {
      const ids = (all ??= loadIdsAscending())
      const found: IndexRow[] = []
      let left = direction === 'before' ? ids.filter((id) => id < bound).reverse() : ids.filter((id) => id > bound)
      while (found.length < most && left.length > 0) {
        const rows = rowsWithIds(realm.sql, left.slice(0, most - found.length))
        left = left.slice(most - found.length)
        found.push(...(direction === 'before' ? rows.reverse() : rows))
      }
      return found
    },
    startAfterRows: 0,
  }
}

/** The messages of several sources, each message once. */
export const unionOf = (...sources: readonly Source[]): Source => ({
  read: (scan) => {
    const rows = new Map(sources.flatMap(({ read }) => read(scan)).map((row) => [row.id, row]))
    return [...rows.values()].sort(nearerFirst(scan.direction)).slice(0, scan.most)
  },
  startAfterRows: Math.max(...sources.map((source) => source.startAfterRows)),
})

/** The messages without the flag `read` above the user's read-up-to id, and the manually unread messages below it. */
export const unreadMessagesOf = (realm: Realm, user_id: number): Source =>
  unionOf(
    unreadAboveReadUpTo(realm, user_id),
    messagesWithIds(realm, () => new ManuallyUnread(realm, user_id).unreadUpTo(findReadUpTo(realm.sql, user_id))),
  )

// Skips long runs of read messages without reading their rows.
function unreadAboveReadUpTo(realm: Realm, user_id: number): Source {
  const { sql } = realm
  const flagged = new FlagSet(realm, user_id, 'read')
  return {
    read: ({ direction, bound, most }) => {
      const readUpTo = findReadUpTo(sql, user_id)
      const found: IndexRow[] = []
      let from = direction === 'after' ? Math.max(bound, readUpTo) : bound
      for (;;) {
        from = beyondFlagged(flagged, direction, from)
        const rows = direction === 'before' ? rowsBefore(sql, from, most) : rowsAfter(sql, from, most)
        found.push(...rows.filter(({ id }) => id > readUpTo && !flagged.has(id)))
        const last = rows.at(-1)
        if (found.length >= most) return found.slice(0, most)
        if (last === undefined || rows.length < most || last.id <= readUpTo) return found
        from = last.id
      }
    },
    startAfterRows: 0,
  }
}

function beyondFlagged(flagged: FlagSet, direction: Scan['direction'], bound: number): number {
  for (let from = bound; ;) {
    const run = flagged.runWith(direction === 'before' ? from - 1 : from + 1)
    if (run === undefined) return from
    from = direction === 'before' ? run.from : run.to
  }
}
