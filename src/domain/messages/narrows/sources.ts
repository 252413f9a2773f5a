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
import { foundUpTo, nearerFirst, type Found, type Scan } from './scan'

/**
 * Lists candidates for a narrow: all messages that match are among them. A narrow may have several sources, and it is not known
 * in advance which is the shortest.
 */
export type Source = {
  /**
   * Returns the candidates nearest to the bound. One read costs at most a few rows for each requested one. Returns undefined if the
   * source would cost too much: then another source is better.
   */
  read: (scan: Scan) => Read | undefined
  /** The first read has a cost. It pays after so many rows were read from other sources. */
  startAfterRows: number
  /** After so many rows, most of which are not in the narrow, another source finds the same for less. */
  endAfterRows?: number
  /** Each of its rows shows thousands of messages, so it begins where an earlier turn of the realm has not found enough. */
  isBroad?: boolean
  /** What the first read of a scan costs, in rows, if it costs more than others. */
  openingCost?: (scan: Scan) => number
}

/**
 * What a read found. `work`: what it cost beside rows and statements, in rows. `cost`: what counts in the race, if it is not what the
 * read has cost. Other sources pause while it is small.
 */
type Read = Found<IndexRow> & { work?: number; cost?: number }

type RowsOf = (sql: SqlReader, bound: number, limit: number) => IndexRow[]

const sourceOf = ({ sql }: ReadOnlyRealm, before: RowsOf, after: RowsOf): Source => ({
  read: ({ direction, bound, most }) => foundUpTo((direction === 'before' ? before : after)(sql, bound, most), most),
  startAfterRows: 0,
})

export const noMessages: Source = { read: () => ({ rows: [], next: undefined }), startAfterRows: 0 }

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
      const left = direction === 'before' ? ids.filter((id) => id < bound).reverse() : ids.filter((id) => id > bound)
      const nearest = left.slice(0, most)
      const rows = rowsWithIds(realm.sql, nearest)
      return {
        rows: direction === 'before' ? rows.reverse() : rows,
        next: left.length > most ? nearest.at(-1) : undefined,
      }
    },
    startAfterRows: 0,
  }
}

/** The messages of several sources, each message once. */
export const unionOf = (...sources: readonly Source[]): Source => ({
  read: (scan) => {
    const found = sources.map(({ read }) => read(scan))
    if (found.includes(undefined)) return undefined
    const nearer = nearerFirst(scan.direction)
    // Beyond the nearest end of a list, that list may have more messages than the others.
    const [next] = found.flatMap((list) => list?.next ?? []).sort((a, b) => nearer({ id: a }, { id: b }))
    const rows = new Map(found.flatMap((list) => list?.rows ?? []).map((row) => [row.id, row]))
    const within = [...rows.values()].filter((row) => next === undefined || nearer(row, { id: next }) <= 0)
    return { rows: within.sort(nearer), next, work: found.reduce((sum, list) => sum + (list?.work ?? 0), 0) }
  },
  startAfterRows: Math.max(...sources.map((source) => source.startAfterRows)),
  isBroad: sources.some(({ isBroad = false }) => isBroad),
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
      const from = beyondFlagged(flagged, direction, direction === 'after' ? Math.max(bound, readUpTo) : bound)
      const { rows, next = readUpTo } = foundUpTo(
        (direction === 'before' ? rowsBefore : rowsAfter)(sql, from, most),
        most,
      )
      const unread = rows.filter(({ id }) => id > readUpTo && !flagged.has(id))
      return { rows: unread, next: next <= readUpTo ? undefined : next }
    },
    startAfterRows: 0,
  }
}

/** Returns the bound beyond the run of flagged messages next to it. */
export function beyondFlagged(flagged: FlagSet, direction: Scan['direction'], bound: number): number {
  for (let from = bound; ;) {
    const run = flagged.runWith(direction === 'before' ? from - 1 : from + 1)
    if (run === undefined) return from
    from = direction === 'before' ? run.from : run.to
  }
}
