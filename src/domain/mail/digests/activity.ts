import type { Realm } from '../../../realm'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { mutedChannelIds, subscriptionsOf } from '../../channels/subscriptions/storage'
import { allChannels } from '../../channels/channels/storage'
import { mutedConversationTest } from '../../channels/user-topics/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { findMessage, rowsBefore } from '../../messages/message-index/storage'
import { isGuest } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { TopicActivity } from './rules'

// A very busy realm's digest is about its last messages.
const MAX_MESSAGES_READ = 5000
const FIRST_MESSAGES = 2
const MAX_CANDIDATES = 100
const MAX_NEW_CHANNELS = 10

export type ActiveTopic = TopicActivity & { conversation: Conversation }

/** Returns what people wrote in topics since a time, the busiest topics first. The same for all users of a batch. */
export function activeTopics(realm: Realm, since: number): ActiveTopic[] {
  const rows = rowsBefore(realm.sql, realm.messageIds.last + 1, MAX_MESSAGES_READ).filter((row) => row.sent_at >= since)
  const topics = new Map<number, TopicActivity>()
  for (const { id, conversation_id, sender_id } of rows.toReversed()) {
    if (findUser(realm, sender_id)?.is_bot !== false) continue
    const topic = topics.get(conversation_id) ?? { conversation_id, count: 0, sender_ids: [], first_ids: [] }
    topics.set(conversation_id, topic)
    topic.count++
    if (!topic.sender_ids.includes(sender_id)) topic.sender_ids.push(sender_id)
    if (topic.first_ids.length < FIRST_MESSAGES) topic.first_ids.push(id)
  }
  return [...topics.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CANDIDATES)
    .flatMap((topic) => {
      // A move may have brought the messages elsewhere.
      const conversation = findMessage(realm, topic.first_ids[0]!)?.conversation
      return conversation === undefined || conversation.stream_id === null ? [] : [{ ...topic, conversation }]
    })
}

/** Returns a test of the topics: whether the user is subscribed to the channel, and muted neither the topic nor the channel. */
export function isForUser(realm: Realm, { user_id }: User): (topic: ActiveTopic) => boolean {
  const subscribed = new Set(
    subscriptionsOf(realm.sql, user_id).flatMap((subscription) =>
      subscription.is_active ? subscription.stream_id : [],
    ),
  )
  const isMuted = mutedConversationTest(realm, user_id, mutedChannelIds(realm, user_id))
  return ({ conversation }) =>
    conversation.stream_id !== null && subscribed.has(conversation.stream_id) && !isMuted(conversation)
}

/** Returns the channels that were created since a time, if the user can read them. */
export const newChannelsFor = (realm: Realm, user: User, since: number): number[] =>
  isGuest(user)
    ? []
    : allChannels(realm)
        .filter((channel) => channel.date_created >= since && !channel.is_archived)
        .filter(({ stream_id }) => findReadableChannel(realm, user, stream_id) !== undefined)
        .map(({ stream_id }) => stream_id)
        .slice(0, MAX_NEW_CHANNELS)
