import type { Realm } from '../../../realm'
import type { Topic } from '../../channels/topics/conversation'
import type { MessageAccess } from '../access/access'
import { flaggedIds } from '../flag-sets/storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { messagesOfConversations, topicsWithMovedIn } from './merged-conversations'
import { findNewest, findNewestIn, keepNewest, keepNewestIn, type NewestFrom } from './newest-received'
import type { Scan } from './scan'

/** The candidates nearest below a bound, nearest first, and whether they are all. */
type Newest = { rows: IndexRow[]; isAll: boolean }

/** What memory has of the newest messages of a narrow. */
export type NewestInMemory = {
  /** Returns at most so many messages below the bound. Undefined if memory has none there. */
  find(bound: number, most: number): Newest | undefined
  /** Keeps the newest messages of the narrow, nearest first: all of them, or all down to the last of these. */
  keep(rows: readonly IndexRow[], isAll: boolean): void
}

/** Returns what memory has of a reader's own history: the newest messages of the reader's channels and direct conversations. */
export const ownHistoryInMemory = (access: MessageAccess): NewestInMemory => {
  const { realm, reader } = access
  const isMovedIn = () => true
  return {
    find: (bound, most) => {
      const others = () => flaggedIds(realm.sql, reader.user_id, 'historical')
      return nearestBelow(realm, { bound, most }, findNewest(realm, reader.user_id), { isMovedIn, others })
    },
    keep: (rows, isAll) => {
      // An agent has fewer channels than its user.
      if (reader.limited_to !== undefined) return
      const messages = rows.map((row) => ({ id: row.id, stream_id: access.conversationOf(row).stream_id })).reverse()
      keepNewest(realm, reader.user_id, { from: isAll ? 0 : (messages[0]?.id ?? Infinity), messages })
    },
  }
}

/** Returns what memory has of a channel, for a reader of its whole history. */
export const channelInMemory = ({ realm }: MessageAccess, stream_id: number): NewestInMemory => ({
  find: (bound, most) => {
    const isMovedIn = (topic: Topic) => topic.stream_id === stream_id
    return nearestBelow(realm, { bound, most }, findNewestIn(realm, stream_id), { isMovedIn, others: () => [] })
  },
  keep: (rows, isAll) => {
    const ids = rows.map(({ id }) => id).reverse()
    keepNewestIn(realm, stream_id, { from: isAll ? 0 : (ids[0] ?? Infinity), ids })
  },
})

/** What a narrow has beside the messages that were sent to its channels. */
type Beside = { isMovedIn: (topic: Topic) => boolean; others: () => Iterable<number> }

function nearestBelow(
  realm: Realm,
  { bound, most }: Omit<Scan, 'direction'>,
  newest: NewestFrom | undefined,
  { isMovedIn, others }: Beside,
): Newest | undefined {
  if (newest === undefined || newest.from >= bound) return undefined
  const topics = () => topicsWithMovedIn(realm.sql)?.filter(isMovedIn)
  const moved = messagesOfConversations(realm, topics).read({ direction: 'before', bound, most })
  if (moved === undefined) return undefined
  const all = new Set(newest.ids)
  for (const { id } of moved.rows) all.add(id)
  for (const id of others()) all.add(id)
  const ids = [...all].filter((id) => id >= newest.from).sort((a, b) => a - b)
  const nearest = ids.filter((id) => id < bound).slice(-most)
  const rows = rowsWithIds(realm.sql, nearest).reverse()
  return { rows, isAll: newest.from === 0 && nearest.length < most }
}
