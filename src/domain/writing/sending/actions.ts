import type { AudiencePart } from '../../../events/event'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { queuesOfAllPublicChannels, channelSubscribers } from '../../channels/subscriptions/access'
import { findTopic } from '../../channels/topics/lookup-storage'
import { addMessageToDirectConversation, addMessageToTopic } from '../../channels/topics/storage'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { VisibilityPolicy } from '../../channels/user-topics/rules'
import { isTopicVisible } from '../../messages/topic-list/visible-topics'
import { onlyUsers } from '../../people/users/events'
import { withVisibilityChanges } from '../../people/users/visibility-changes'
import type { User } from '../../people/users/user'
import { updateChannelForMessage } from './channel-updates'
import { deliverMessage } from './deliver'
import { resolveDirectRecipients, resolveTopicDestination, type TopicDestination } from './destinations'
import { countMessageOf } from './guest-limit'
import { contentHash, directDestination, findMessageOfEcho, topicDestination } from './local-echo'
import type { SentTo } from './message-links'
import type { NewMessage } from './new-message'
import { findMessageOfClientId } from './storage'

/** The new message, where it is, and the sender's new visibility policy for the topic if sending changed it. */
export type SendResult = { id: number; sentTo?: SentTo; automatic_new_visibility_policy?: VisibilityPolicy }

/**
 * Sends a message to a channel. Throws if the sender may not post there. The number of rows does not depend on the number of
 * subscribers: the index, the topic, the event and the outbox. If the client sends the message a second time, nothing is
 * written, and the id is that of the first.
 */
export function sendChannelMessage(realm: Realm, sender: User, message: NewMessage & { topic: string }): SendResult {
  const sent_id = findSentUnderClientId(realm, sender, message)
  if (sent_id !== undefined) return { id: sent_id }
  const destination = resolveTopicDestination(realm, sender, message)
  const { channel, topic, isNameVisible = false } = destination
  const { stream_id } = channel
  const sentTo = { channel, topic, isNameVisible }
  const earlier_id = findEarlier(realm, sender, message, topicDestination(stream_id, topic))
  if (earlier_id !== undefined) return { id: earlier_id, sentTo }
  countMessageOf(realm, sender)
  const conversation = findTopic(realm, stream_id, topic)
  // A sender who can read the whole history of a channel can see all its topics.
  const isVisible =
    conversation !== undefined &&
    (channel.history_public_to_subscribers || isTopicVisible(realm, sender, channel, conversation))
  const policy = applyAutomaticVisibility(
    realm,
    sender,
    { stream_id, topic },
    isVisible ? TopicActivity.sends : TopicActivity.initiates,
  )
  const id = postInTopic(realm, sender, { ...destination, conversation }, message)
  return { id, sentTo, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) }
}

/** Posts a message in a topic, without a check of permissions. Bot messages come here directly. */
export function postInTopic(
  realm: Realm,
  sender: User,
  { channel, topic, ...existing }: TopicDestination,
  message: Omit<NewMessage, 'to'>,
): number {
  const id = realm.messageIds.take()
  const { stream_id } = channel
  updateChannelForMessage(realm, stream_id, id)
  const conversation = addMessageToTopic(realm, { stream_id, topic }, id, existing.conversation)
  const audience: AudiencePart[] = [channelSubscribers({ stream_id })]
  if (!channel.invite_only) audience.push(queuesOfAllPublicChannels({}))
  return deliverMessage(realm, sender, message, { id, conversation, audience })
}

/** Sends a direct message. Throws if the sender may not send it. The sender is one of the recipients. */
export function sendDirectMessage(realm: Realm, sender: User, message: NewMessage): SendResult {
  const sent_id = findSentUnderClientId(realm, sender, message)
  if (sent_id !== undefined) return { id: sent_id }
  const user_ids = resolveDirectRecipients(realm, sender, message).map((user) => user.user_id)
  const earlier_id = findEarlier(realm, sender, message, directDestination(user_ids))
  const sentTo = { user_ids }
  if (earlier_id !== undefined) return { id: earlier_id, sentTo }
  countMessageOf(realm, sender)
  const id = realm.messageIds.take()
  const conversation = withVisibilityChanges(
    realm,
    () => user_ids,
    () => addMessageToDirectConversation(realm, user_ids, id),
  )
  deliverMessage(realm, sender, message, { id, conversation, audience: [onlyUsers({ user_ids })] })
  return { id, sentTo }
}

/** Returns the id of the message that was sent under this client id. The sender may have lost access since then. */
const findSentUnderClientId = (realm: ReadOnlyRealm, { user_id }: User, { client_id }: NewMessage) =>
  client_id === undefined ? undefined : findMessageOfClientId(realm, { sender_id: user_id, client_id })

/** Returns the id of the same message, if the client has sent it before. A client id decides alone. */
const findEarlier = (
  realm: ReadOnlyRealm,
  sender: User,
  { echo, content, client_id }: NewMessage,
  destination: (number | string)[],
): number | undefined =>
  client_id === undefined && echo
    ? findMessageOfEcho(realm, sender, echo, contentHash(destination, content))
    : undefined
