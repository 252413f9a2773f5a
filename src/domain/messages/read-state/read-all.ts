import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { Reading } from '../access/access'
import { maybeTopicKnownTo } from '../known-topics/known-topics'
import { unreadOf } from './unread'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { addFlag } from './actions'
import { noSuchTopic } from './rules'

/** Marks everything read that is unread; false where that was more than is looked through at once. */
export const readEverything = (realm: Realm, actor: User): boolean => readAll(realm, actor, () => true)

/** Everything that one person said. */
export function readAllOf(realm: Realm, actor: User, { user_id }: User): void {
  readAll(realm, actor, (_, row) => row.sender_id === user_id)
}

export function readChannel(realm: Realm, actor: User, stream_id: number): void {
  const channel = requireReadableChannel(realm, actor, stream_id)
  readAll(realm, actor, (conversation) => conversation.stream_id === channel.stream_id)
}

export function readTopic(realm: Realm, actor: User, place: { stream_id: number; topic_name: string }): void {
  const channel = requireReadableChannel(realm, actor, place.stream_id)
  const topic = maybeTopicKnownTo(realm, actor, channel, resolveTopicName(place.topic_name))
  if (topic === undefined) throw noSuchTopic({ topic: place.topic_name })
  readAll(realm, actor, (conversation) => conversation.id === topic.id)
}

// An event is kept until everyone has heard it, and one must fit into a row.
const MESSAGES_PER_EVENT = 5000

function readAll(realm: Realm, actor: User, fits: (conversation: Conversation, row: IndexRow) => boolean): boolean {
  const reading = new Reading(realm, actor)
  const { rows, old_unreads_missing } = unreadOf(realm, actor)
  const ids = rows.filter((row) => fits(reading.conversationOf(row), row)).map((row) => row.id)
  for (const some of inBatches(ids, MESSAGES_PER_EVENT)) addFlag(realm, actor, 'read', some)
  return !old_unreads_missing
}
