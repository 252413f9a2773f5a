import type { Realm } from '../../../realm'
import type { Run } from '../../../store/id-set'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import type { MessageAccess } from '../access/access'
import { flaggedIds } from '../flag-sets/storage'
import type { IndexRow } from '../message-index/message'
import { sentIdsNewestFirst } from '../message-index/sent-ids-storage'
import { directConversationsWith, messagesOfConversations, topicsOfChannels } from '../narrows/merged-conversations'
import type { Found } from '../narrows/scan'
import { allMessages } from '../narrows/sources'
import { takeMessages } from '../narrows/take-messages'
import { versionsBetween } from '../message-index/version-storage'
import { MARKS, placeNumber, type Place } from './digest-rules'

/**
 * The messages that a client keeps: those of the user's direct conversations, and those of subscribed channels that the user can read.
 * Users who leave a channel keep nothing of it, even if they can still read it.
 */
const isKeptIn = (access: MessageAccess, { stream_id }: Conversation): boolean =>
  stream_id === null || access.isSubscribed(stream_id)

const ROWS_BEFORE_CONVERSATIONS = 1000

/** Returns the kept messages before an id, the newest first. It may find fewer than `most`, and then says where to continue. */
export function takeKept(access: MessageAccess, bound: number, most: number): Found<IndexRow> {
  const { realm, reader } = access
  const conversations = () => {
    const subscribed = [...periodsOfUser(realm, reader.user_id).keys()].filter((id) => access.isSubscribed(id))
    const topics = topicsOfChannels(realm.sql, subscribed)
    const direct = directConversationsWith(realm.sql, reader.user_id)
    return topics && direct && [...topics, ...direct]
  }
  const query = {
    sources: [allMessages(realm), messagesOfConversations(realm, conversations, ROWS_BEFORE_CONVERSATIONS)],
    matches: (row: IndexRow) => isKeptIn(access, access.conversationOf(row)),
    wholeHistory: true,
  }
  return takeMessages(access, query, { direction: 'before', bound, most })
}

/** Returns those of these messages that the user keeps. */
export const onlyKept = (access: MessageAccess, rows: readonly IndexRow[]): IndexRow[] =>
  rows.filter((row) => isKeptIn(access, access.conversationOf(row)) && access.canRead(row))

/** Messages of one conversation, and what is compared of them. */
export type KeptRuns = { conversation: Conversation; runs: readonly Run[] }

/** Yields the kept messages with ids of a range, by conversation. It reads no row of a message. */
export function* keptRuns(access: MessageAccess, { from, to }: Run): Generator<KeptRuns> {
  const isKept = (conversation: Conversation) => isKeptIn(access, conversation)
  for (const chunk of sentIdsNewestFirst(access.realm, from - 1, to))
    for (const located of access.located(chunk.byOrigin(), isKept)) {
      const runs = access.readableOf(located)
      if (runs.length > 0) yield { conversation: located.location.conversation, runs }
    }
}

export const placeOf = ({ stream_id, topic, people }: Conversation): Place =>
  stream_id === null ? { user_ids: people } : { stream_id, topic }

/** What is compared of each kept message besides its conversation. */
export type Facts = { versionOf: (id: number) => number; marksOf: (id: number) => number }

/** Returns the facts of the messages of a range. */
export function factsOf(realm: Realm, { user_id }: User, range: Run): Facts {
  const versions = versionsBetween(realm.sql, range)
  const marks = new Map<number, number>()
  for (const flag of ['collapsed', 'hide_link_previews'] as const)
    for (const id of flaggedIds(realm.sql, user_id, flag, range)) marks.set(id, (marks.get(id) ?? 0) | MARKS[flag])
  return { versionOf: numberIn(versions), marksOf: numberIn(marks) }
}

// Most messages have neither, and some realms have none that does.
const numberIn = (values: ReadonlyMap<number, number>): ((id: number) => number) =>
  values.size === 0 ? () => 0 : (id) => values.get(id) ?? 0

/** Returns a function that returns the number of a conversation's place. */
export function placeNumbers(): (conversation: Conversation) => number {
  const numbers = new Map<number, number>()
  return (conversation) => {
    let number = numbers.get(conversation.id)
    if (number === undefined) numbers.set(conversation.id, (number = placeNumber(placeOf(conversation))))
    return number
  }
}
