import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { MessageAccess } from '../access/access'
import { findVisibleTopic } from '../topic-list/visible-topics'
import { unreadMessages } from './unread'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { addFlag } from './actions'
import { noSuchTopic } from './rules'

/** Marks everything read that is unread; false where that was more than is looked through at once. */
export const markAllRead = (realm: Realm, actor: User): boolean => markMatchingRead(realm, actor, () => true)

/** Everything that one person said. */
export function markSenderRead(realm: Realm, actor: User, { user_id }: User): void {
  markMatchingRead(realm, actor, (_, row) => row.sender_id === user_id)
}

export function markChannelRead(realm: Realm, actor: User, stream_id: number): void {
  const channel = requireReadableChannel(realm, actor, stream_id)
  markMatchingRead(realm, actor, (conversation) => conversation.stream_id === channel.stream_id)
}

export function markTopicRead(realm: Realm, actor: User, place: { stream_id: number; topic_name: string }): void {
  const channel = requireReadableChannel(realm, actor, place.stream_id)
  const topic = findVisibleTopic(realm, actor, channel, resolveTopicName(place.topic_name))
  if (topic === undefined) throw noSuchTopic({ topic: place.topic_name })
  markMatchingRead(realm, actor, (conversation) => conversation.id === topic.id)
}

// An event is kept until everyone has heard it, and one must fit into a row.
const MESSAGES_PER_EVENT = 5000

function markMatchingRead(
  realm: Realm,
  actor: User,
  fits: (conversation: Conversation, row: IndexRow) => boolean,
): boolean {
  const access = new MessageAccess(realm, actor)
  const { rows, old_unreads_missing } = unreadMessages(realm, actor)
  const ids = rows.filter((row) => fits(access.conversationOf(row), row)).map((row) => row.id)
  for (const some of inBatches(ids, MESSAGES_PER_EVENT)) addFlag(realm, actor, 'read', some)
  return !old_unreads_missing
}
