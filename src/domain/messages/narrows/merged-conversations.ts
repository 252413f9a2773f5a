import type { ReadOnlyRealm } from '../../../realm'
import type { Conversation, Topic } from '../../channels/topics/conversation'
import { topicsOf } from '../../channels/topics/storage'
import type { SqlReader } from '../../../store/realm-sql'
import { ConversationMerge, type ConversationPart } from './conversation-merge'
import { foundUpTo, type Scan } from './scan'
import type { Source } from './sources'
import type { LoadConversations } from './term'

/** Loads conversations: more than `most` need not be complete. */
type LoadParts = (most: number) => readonly ConversationPart[]

// With more conversations, or with more that surround the bound, another source costs less.
const MAX_PARTS = 8000
const MAX_PARTS_AT_BOUND = 1000
/** The statement and the rows of the first read of a conversation. */
const COST_OF_OPENING = 10

/**
 * The messages of several conversations, merged. A conversation is read only when its nearest message may be the next one, so a
 * distant conversation is not read at all.
 */
export function messagesOfConversations(realm: ReadOnlyRealm, loadParts: LoadParts, startAfterRows = 0): Source {
  let parts: readonly ConversationPart[] | undefined
  let merge: ConversationMerge | undefined
  return {
    read: (scan) => {
      parts ??= loadParts(MAX_PARTS)
      if (parts.length > MAX_PARTS || countAtBound(parts, scan) > MAX_PARTS_AT_BOUND) return undefined
      if (!merge?.continuesAt(scan)) merge = new ConversationMerge(realm, parts, scan)
      return foundUpTo(merge.take(scan.most), scan.most)
    },
    startAfterRows,
    openingCost: (scan) => {
      parts ??= loadParts(MAX_PARTS)
      return parts.length > MAX_PARTS ? 0 : countAtBound(parts, scan) * COST_OF_OPENING
    },
  }
}

/** Returns a loader of the conversations that fit. If there are more than `most` in all, it returns those. */
export const loadFitting =
  (load: LoadConversations, fits: (conversation: Conversation) => boolean): LoadParts =>
  (most) => {
    const all = load(most)
    return all.length > most ? all : all.filter(fits)
  }

/** Returns the topics of channels, until there are more than `most`. */
export function topicsOfChannels(sql: SqlReader, stream_ids: Iterable<number>, most: number): Topic[] {
  const topics: Topic[] = []
  for (const stream_id of stream_ids)
    if (topics.length <= most) topics.push(...topicsOf(sql, stream_id, most + 1 - topics.length))
  return topics
}

/** Returns how many parts surround the bound: each of them may have the nearest message, and is opened. */
const countAtBound = (parts: readonly ConversationPart[], { bound }: Scan): number =>
  parts.reduce((count, { min_id, max_id }) => (min_id < bound && max_id > bound ? count + 1 : count), 0)
