import type { Realm } from '../../../realm'
import { newestIdsBySender } from '../message-index/storage'
import { findVisibleTopic } from '../topic-list/visible-topics'
import { unreadMessages } from './unread'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { markUnreadAsRead } from './actions'
import { noSuchTopic, type UnreadConversation } from './rules'

/** Marks all unread messages as read. Returns false if there are more than one call handles. */
export const markAllRead = (realm: Realm, actor: User): boolean => markMatchingRead(realm, actor, () => true)

const MAX_OF_SENDER = 20_000

/** Marks the messages of a sender as read: those among the newest messages that the sender wrote. */
export function markSenderRead(realm: Realm, actor: User, sender: User): void {
  const { conversations } = unreadMessages(realm, actor)
  const oldest = conversations.reduce((least, { ids }) => Math.min(least, ids[0] ?? Infinity), Infinity)
  if (oldest === Infinity) return
  const sent = new Set(newestIdsBySender(realm.sql, sender.user_id, { from: oldest, most: MAX_OF_SENDER }))
  markUnreadAsRead(
    realm,
    actor,
    unreadIds(conversations, ({ ids }) => ids.filter((id) => sent.has(id))),
  )
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

function markMatchingRead(realm: Realm, actor: User, fits: (conversation: Conversation) => boolean): boolean {
  const { conversations, old_unreads_missing } = unreadMessages(realm, actor)
  const fitting = unreadIds(conversations, ({ conversation, ids }) => (fits(conversation) ? ids : []))
  markUnreadAsRead(realm, actor, fitting)
  return !old_unreads_missing
}

type Unread = UnreadConversation<Conversation>

const unreadIds = (conversations: readonly Unread[], idsOf: (unread: Unread) => readonly number[]): number[] =>
  conversations.flatMap(idsOf).sort((a, b) => a - b)
