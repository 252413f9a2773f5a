import type { ReadOnlyRealm } from '../../../realm'
import type { Conversation, DirectConversation, Topic } from '../../channels/topics/conversation'
import { RESOLVED_PREFIX } from '../../channels/topics/rules'
import {
  someDirectConversationsOf,
  topicsIn,
  topicsWithMovedInMessages,
  topicsWithPrefix,
} from '../../channels/topics/storage'
import type { SqlReader } from '../../../store/realm-sql'
import { ConversationMerge, type ConversationPart } from './conversation-merge'
import { foundUpTo, type Scan } from './scan'
import type { Source } from './sources'
import type { LoadConversations } from './term'

type LoadParts = () => readonly ConversationPart[] | undefined

// They are loaded in each turn of the realm. With more of them, chunks of ids cost less.
const MAX_TOPICS = 500
const MAX_DIRECT_CONVERSATIONS = 250 // each takes two rows
/** The statement and the rows of the first read of a conversation. */
const COST_OF_OPENING = 10

/**
 * The messages of several conversations, merged. A conversation is read only when its nearest message may be the next one, so a
 * distant conversation is not read at all.
 */
export function messagesOfConversations(
  { sql }: Pick<ReadOnlyRealm, 'sql'>,
  loadParts: LoadParts,
  startAfterRows = 0,
): Source {
  let loaded: { parts: readonly ConversationPart[] | undefined } | undefined
  let merge: ConversationMerge | undefined
  const loadOnce = () => (loaded ??= { parts: loadParts() }).parts
  return {
    read: (scan) => {
      const parts = loadOnce()
      if (parts === undefined) return undefined
      if (!merge?.continuesAt(scan)) merge = new ConversationMerge(sql, parts, scan)
      return foundUpTo(merge.take(scan.most), scan.most)
    },
    startAfterRows,
    openingCost: (scan) => countAtBound(loadOnce() ?? [], scan) * COST_OF_OPENING,
  }
}

/** Returns a loader of the conversations that fit. */
export const loadFitting =
  (load: LoadConversations, fits: (conversation: Conversation) => boolean): LoadParts =>
  () =>
    load()?.filter(fits)

/** Returns what `read` finds. Undefined if it finds more than `most`. */
function unlessMoreThan<Found>(most: number, read: (limit: number) => Found[]): Found[] | undefined {
  const found = read(most + 1)
  return found.length > most ? undefined : found
}

/** Returns the topics of channels. Undefined if they are too many. */
export const topicsOfChannels = (sql: SqlReader, stream_ids: readonly number[]): Topic[] | undefined =>
  unlessMoreThan(MAX_TOPICS, (limit) => topicsIn(sql, stream_ids, limit))

/** Returns the resolved topics of channels. Undefined if they are too many. */
export const resolvedTopicsOf = (sql: SqlReader, stream_ids: readonly number[]): Topic[] | undefined =>
  unlessMoreThan(MAX_TOPICS, (most) => topicsWithPrefix(sql, stream_ids, { prefix: RESOLVED_PREFIX, most }))

/** Returns the topics with messages that were moved from another channel. Undefined if they are too many. */
export const topicsWithMovedIn = (sql: SqlReader): Topic[] | undefined =>
  unlessMoreThan(MAX_TOPICS, (limit) => topicsWithMovedInMessages(sql, limit))

/** Returns the direct conversations of a user. Undefined if they are too many. */
export const directConversationsWith = (sql: SqlReader, user_id: number): DirectConversation[] | undefined =>
  unlessMoreThan(MAX_DIRECT_CONVERSATIONS, (limit) => someDirectConversationsOf(sql, user_id, limit))

/** Returns how many parts surround the bound: each of them may have the nearest message, and is opened. */
const countAtBound = (parts: readonly ConversationPart[], { bound }: Scan): number =>
  parts.reduce((count, { min_id, max_id }) => (min_id < bound && max_id > bound ? count + 1 : count), 0)
