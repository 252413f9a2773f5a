import type { Realm } from '../../../realm'
import { newestIdsBySender } from '../message-index/storage'
import { findVisibleTopic } from '../topic-list/visible-topics'
import { unreadMessages, unreadPart } from './unread'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { markUnreadAsRead } from './actions'
import { noSuchTopic, type UnreadConversation } from './rules'

/** Which messages are marked as read: all, those of a channel, or those of a topic. */
export type Marked = { stream_id?: number; topic_name?: string }

/** Marks a part of the unread messages as read: the newest up to the id `upTo`. Returns where the next part begins, if there is one. */
export function markPartRead(realm: Realm, actor: User, marked: Marked, upTo?: number): { next?: number } {
  const fits = conversationTest(realm, actor, marked)
  const { conversations, ...next } = unreadPart(realm, actor, upTo)
  const fitting = unreadIds(conversations, ({ conversation, ids }) => (fits(conversation) ? ids : []))
  markUnreadAsRead(realm, actor, fitting)
  return next
}

function conversationTest(
  realm: Realm,
  actor: User,
  { stream_id, topic_name }: Marked,
): (conversation: Conversation) => boolean {
  if (stream_id === undefined) return () => true
  const channel = requireReadableChannel(realm, actor, stream_id)
  if (topic_name === undefined) return (conversation) => conversation.stream_id === channel.stream_id
  const topic = findVisibleTopic(realm, actor, channel, resolveTopicName(topic_name))
  if (topic === undefined) throw noSuchTopic({ topic: topic_name })
  return (conversation) => conversation.id === topic.id
}

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

type Unread = UnreadConversation<Conversation>

const unreadIds = (conversations: readonly Unread[], idsOf: (unread: Unread) => readonly number[]): number[] =>
  conversations.flatMap(idsOf).sort((a, b) => a - b)
