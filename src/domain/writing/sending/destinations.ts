import type { MessageReferences } from '../../../markdown/message-references'
import type { ReadOnlyRealm } from '../../../realm'
import { canSeeMetadata } from '../../channels/channels/access-rules'
import type { Channel } from '../../channels/channels/channel'
import { refusalOfTopic, resolveTopicName } from '../../channels/topics/rules'
import type { Topic } from '../../channels/topics/conversation'
import { findTopic } from '../../channels/topics/lookup-storage'
import { participantsOf } from '../../messages/message-index/participants'
import { refusalOfContent } from '../../messages/message-index/rules'
import { hasRealmPermission } from '../../people/groups/membership'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import type { NewMessage } from './new-message'
import { requireDirectMessagePermission, resolveChannel, resolveUsers } from './recipients'
import { mayCreateTopic } from './permission-rules'
import {
  channelWildcardNotAllowed,
  notPermittedToCreateTopics,
  refusalToPost,
  topicWildcardNotAllowed,
  WILDCARD_FREE_UP_TO,
  type PostingAccess,
} from './rules'

/** A topic as the destination of a message. */
export type TopicDestination = {
  channel: Channel
  topic: string
  conversation?: Topic // if the topic exists, and the caller has read it
  isNameVisible?: boolean // whether the sender can see the name of the channel: a bot may post where only its owner can
}

/** The parts of a message on which the permission to send it depends. */
type CheckedMessage = Pick<NewMessage, 'to' | 'content' | 'references'>

/** Returns the topic of a channel message. Throws if the sender may not send this message there. */
export function resolveTopicDestination(
  realm: ReadOnlyRealm,
  sender: User,
  message: CheckedMessage & { topic: string },
): TopicDestination {
  const access = resolveChannel(realm, sender, message.to)
  const { channel } = access
  const topic = resolveTopicName(message.topic)
  const refusal =
    refusalOfContent(message.content) ??
    refusalOfTopic(topic, channel, settingsOf(realm).topics_policy) ??
    refusalToPost(access)
  if (refusal) throw refusal
  requireTopicPermission(realm, access, topic)
  requireWildcardPermission(realm, sender, { channel, topic }, message.references)
  return { channel, topic, isNameVisible: canSeeMetadata(channel, access.sender) }
}

/** Throws if the topic does not exist, and the sender may not begin one in the channel. */
export function requireTopicPermission(realm: ReadOnlyRealm, access: PostingAccess, topic: string): void {
  if (mayCreateTopic(access.channel, access) || findTopic(realm, access.channel.stream_id, topic)) return
  throw notPermittedToCreateTopics({})
}

/** Returns the users of a direct message, with the sender. Throws if the sender may not send them this message. */
export function resolveDirectRecipients(
  realm: ReadOnlyRealm,
  sender: User,
  { to, content }: Pick<CheckedMessage, 'to' | 'content'>,
): User[] {
  const users = resolveUsers(realm, sender, to)
  const refusal = refusalOfContent(content)
  if (refusal) throw refusal
  requireDirectMessagePermission(realm, sender, users)
  return users
}

/** Throws if a message mentions a wildcard that would notify many users, and the sender may not do that. */
export function requireWildcardPermission(
  realm: ReadOnlyRealm,
  sender: User,
  { channel, topic }: TopicDestination,
  references: MessageReferences,
): void {
  if (!references.mentions_channel_wildcard && !references.mentions_topic_wildcard) return
  if (hasRealmPermission(realm, sender, 'can_mention_many_users_group')) return
  if (references.mentions_channel_wildcard && channel.subscriber_count > WILDCARD_FREE_UP_TO)
    throw channelWildcardNotAllowed({})
  if (!references.mentions_topic_wildcard) return
  const conversation = findTopic(realm, channel.stream_id, topic)
  if (conversation === undefined) return
  const { senders, otherUsers } = participantsOf(realm, conversation.id)
  if (senders.length + otherUsers.length > WILDCARD_FREE_UP_TO) throw topicWildcardNotAllowed({})
}
