import type { AudiencePart } from '../../../events/event'
import type { MessageReferences } from '../../../markdown/message-references'
import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { queuesOfAllPublicChannels, channelSubscribers } from '../../channels/subscriptions/access'
import { refusalOfTopic, resolveTopicName } from '../../channels/topics/rules'
import type { Topic } from '../../channels/topics/conversation'
import {
  findDirectConversation,
  findTopic,
  addMessageToDirectConversation,
  addMessageToTopic,
} from '../../channels/topics/storage'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { VisibilityPolicy } from '../../channels/user-topics/rules'
import { isTopicKnownTo } from '../../messages/known-topics/known-topics'
import { participantsOf } from '../../messages/message-index/participants'
import { refusalOfContent } from '../../messages/message-index/rules'
import { realmAllows } from '../../people/groups/standing'
import { people as thesePeople } from '../../people/users/events'
import { acquainting } from '../../people/users/meeting'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { updateChannelForMessage } from './channel-updates'
import { deliverMessage } from './deliver'
import type { NewMessage } from './new-message'
import { directDestination, topicDestination, findMessageOfEcho, contentHash } from './local-echo'
import { resolveChannel, resolveUsers, refusalOfChannel, refusalOfPeople } from './recipients'
import { channelWildcardNotAllowed, topicWildcardNotAllowed, WILDCARD_FREE_UP_TO } from './rules'

/**
 * Sends a message to a channel. Whatever the number of people in it, the same rows are written: the index, the topic, the
 * event and the outbox.
 */
export function sendChannelMessage(realm: Realm, sender: User, draft: NewMessage & { topic: string }): Sent {
  return sendToPlace(realm, sender, resolveTopicDestination(realm, sender, draft), draft)
}

function sendToPlace(realm: Realm, sender: User, place: Place, draft: NewMessage): Sent {
  const { channel, topic } = place
  const { stream_id } = channel
  const before = sentUnder(realm, sender, draft, topicDestination(stream_id, topic))
  if (before !== undefined) return { id: before }
  const conversation = findTopic(realm, stream_id, topic)
  // Whoever is in a channel and can read all of it knows of every topic that there is.
  const isKnown =
    conversation !== undefined &&
    (channel.history_public_to_subscribers || isTopicKnownTo(realm, sender, channel, conversation))
  const policy = applyAutomaticVisibility(
    realm,
    sender,
    { stream_id, topic },
    isKnown ? TopicActivity.writes : TopicActivity.starts,
  )
  const id = postInTopic(realm, sender, { ...place, conversation }, draft)
  return policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy }
}

const sentUnder = (realm: Realm, sender: User, { echo, content }: NewMessage, place: (number | string)[]) =>
  echo && findMessageOfEcho(realm, sender, echo, contentHash(place, content))

/** The message, and what its topic is to its sender now, if writing to it changed that. */
export type Sent = { id: number; automatic_new_visibility_policy?: VisibilityPolicy }

/** What is asked before something is sent: how it will look does not matter yet. */
type Said = Pick<NewMessage, 'to' | 'topic' | 'content' | 'references'>

/** Where in a channel this goes, if its sender may say it there. */
export function resolveTopicDestination(realm: Realm, sender: User, said: Said & { topic: string }): Place {
  const addressed = resolveChannel(realm, sender, said.to)
  const { channel } = addressed
  const topic = resolveTopicName(said.topic)
  const refusal =
    refusalOfContent(said.content) ??
    refusalOfTopic(topic, channel, settingsOf(realm).topics_policy) ??
    refusalOfChannel(addressed)
  if (refusal) throw refusal
  requireWildcardPermission(realm, sender, { channel, topic }, said.references)
  return { channel, topic }
}

/** The topic by its name, and as it is, if somebody has looked it up already. */
type Place = { channel: Channel; topic: string; conversation?: Topic }

/** The same, for what the server itself says: it has whatever permission that takes. */
export function postInTopic(realm: Realm, sender: User, place: Place, draft: Omit<NewMessage, 'to'>): number {
  const { channel, topic } = place
  const id = realm.messageIds.take()
  const { stream_id } = channel
  updateChannelForMessage(realm, stream_id, id)
  const conversation = addMessageToTopic(realm, { stream_id, topic }, id, place.conversation)
  const audience: AudiencePart[] = [channelSubscribers({ stream_id })]
  if (!channel.invite_only) audience.push(queuesOfAllPublicChannels({}))
  return deliverMessage(realm, sender, draft, { id, conversation, audience })
}

/** Sends a direct message to a set of people, the sender among them. */
export function sendDirectMessage(realm: Realm, sender: User, draft: NewMessage): number {
  const ids = resolveDirectRecipients(realm, sender, draft).map((user) => user.user_id)
  const before = sentUnder(realm, sender, draft, directDestination(ids))
  if (before !== undefined) return before
  const id = realm.messageIds.take()
  const conversation = acquainting(
    realm,
    () => ids,
    () => addMessageToDirectConversation(realm.sql, ids, id),
  )
  return deliverMessage(realm, sender, draft, {
    id,
    conversation,
    audience: [thesePeople({ user_ids: ids })],
  })
}

/** Everyone to whom this goes, the sender among them, if the sender may say it to them. */
export function resolveDirectRecipients(realm: Realm, sender: User, said: Said): User[] {
  const people = resolveUsers(realm, sender, said.to)
  const ids = people.map((user) => user.user_id)
  const isNew = findDirectConversation(realm.sql, ids) === undefined
  const refusal = refusalOfContent(said.content) ?? refusalOfPeople(realm, sender, people, isNew)
  if (refusal) throw refusal
  return people
}

export function requireWildcardPermission(realm: Realm, sender: User, to: Place, references: MessageReferences) {
  const { channel, topic } = to
  if (!references.mentions_channel_wildcard && !references.mentions_topic_wildcard) return
  if (realmAllows(realm, sender, 'can_mention_many_users_group')) return
  if (references.mentions_channel_wildcard && channel.subscriber_count > WILDCARD_FREE_UP_TO)
    throw channelWildcardNotAllowed({})
  if (!references.mentions_topic_wildcard) return
  const known = findTopic(realm, channel.stream_id, topic)
  if (known === undefined) return
  const { writers, others } = participantsOf(realm, known.id)
  if (writers.length + others.length > WILDCARD_FREE_UP_TO) throw topicWildcardNotAllowed({})
}
