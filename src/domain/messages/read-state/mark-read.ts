import { splitIntoBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { findVisibleTopic } from '../topic-list/visible-topics'
import { unreadMessages } from './unread'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { addFlag } from './actions'
import { noSuchTopic } from './rules'

/** Marks all unread messages as read. Returns false if there are more than one call handles. */
export const markAllRead = (realm: Realm, actor: User): boolean => markMatchingRead(realm, actor, () => true)

/** Marks all messages of a sender as read. */
export function markSenderRead(realm: Realm, actor: User, { user_id }: User): void {
  const isFromSender = (row: IndexRow) => row.sender_id === user_id
  const { conversations } = unreadMessages(realm, actor)
  for (const ids of splitIntoBatches(
    conversations.flatMap((unread) => unread.ids),
    MESSAGES_PER_EVENT,
  )) {
    const sent = rowsWithIds(realm.sql, ids).filter(isFromSender)
    addFlag(
      realm,
      actor,
      'read',
      sent.map(({ id }) => id),
    )
  }
}

export function markChannelRead(realm: Realm, actor: User, stream_id: number): void {
  const channel = requireReadableChannel(realm, actor, stream_id)
  markMatchingRead(realm, actor, (conversation) => conversation.stream_id === channel.stream_id)
}

export function markTopicRead(
  realm: Realm,
  actor: User,
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
): void {
  const channel = requireReadableChannel(realm, actor, stream_id)
  const topic = findVisibleTopic(realm, actor, channel, resolveTopicName(topic_name))
  if (topic === undefined) throw noSuchTopic({ topic: topic_name })
  markMatchingRead(realm, actor, (conversation) => conversation.id === topic.id)
}

// An event must fit into a row of the event log.
const MESSAGES_PER_EVENT = 5000

function markMatchingRead(realm: Realm, actor: User, fits: (conversation: Conversation) => boolean): boolean {
  const { conversations, old_unreads_missing } = unreadMessages(realm, actor)
  const ids = conversations.flatMap((unread) => (fits(unread.conversation) ? unread.ids : [])).sort((a, b) => a - b)
  for (const batch of splitIntoBatches(ids, MESSAGES_PER_EVENT)) addFlag(realm, actor, 'read', batch)
  return !old_unreads_missing
}
