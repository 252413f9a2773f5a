import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelAlreadyExists } from '../../channels/channels/rules'
import { findChannelByName } from '../../channels/channels/storage'
import { subscribersOf } from '../../channels/subscriptions/storage'
import type { Topic } from '../../channels/topics/conversation'
import { resolveTopicName } from '../../channels/topics/rules'
import { createChannel } from '../../management/channels/actions'
import { rowsOfConversationBefore } from '../../messages/message-index/conversation-storage'
import { noSuchTopic } from '../../messages/read-state/rules'
import { findVisibleTopic } from '../../messages/topic-list/visible-topics'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { moveTopic } from '../../writing/editing/actions'
import type { GuestLink } from '../invitations/guest-link'
import {
  channelNameOf,
  followsTopic,
  MAX_MESSAGES_OF_SENDERS,
  MAX_NAMES_TRIED,
  refusalOfFollowers,
  topicHasProtectedHistory,
} from '../invitations/guest-link-rules'
import { createGuestLink, requireChannelForGuests, type RequestedGuestLink } from '../invitations/guest-links'

/**
 * Creates a link to one topic of a channel, which gets a channel of its own: all rules about who reads what decide by channel. The actor
 * must be allowed to create that channel, to move the topic and to create the link. Until guests come, no user can read more than before.
 */
export function createTopicLink(realm: Realm, actor: User, name: string, requested: RequestedGuestLink): GuestLink {
  const from = requireChannelForGuests(realm, actor, requested.stream_id)
  const topic = findVisibleTopic(realm, actor, from, resolveTopicName(name))
  if (topic === undefined) throw noSuchTopic({ topic: name })
  if (!from.history_public_to_subscribers) throw topicHasProtectedHistory({})
  const { stream_id } = createChannelFor(realm, actor, from, topic)
  moveTopic(realm, actor, topic, stream_id)
  return createGuestLink(realm, actor, { ...requested, stream_id }, { from_stream_id: from.stream_id })
}

/** The channel is as private as the old one, but never web-public, and its messages are deleted as in the old one. */
function createChannelFor(realm: Realm, actor: User, from: Channel, topic: Topic): Channel {
  const subscribers = [...new Set([actor.user_id, ...followersOf(realm, from, topic)])]
  const refusal = refusalOfFollowers(subscribers.length)
  if (refusal) throw refusal
  return createChannel(realm, actor, {
    texts: { name: freeNameFor(realm, topic), description: '', template: [] },
    subscribers,
    settings: {
      invite_only: from.invite_only,
      is_web_public: false,
      is_default_stream: false,
      history_public_to_subscribers: true,
      message_retention_days: from.message_retention_days,
      permissions: {},
    },
    announce: false,
  })
}

function followersOf(realm: ReadOnlyRealm, channel: Channel, { id }: Topic): number[] {
  const newest = rowsOfConversationBefore(realm.sql, id, NEWEST_ANCHOR, MAX_MESSAGES_OF_SENDERS)
  const senders = new Set(newest.map(({ sender_id }) => sender_id))
  return subscribersOf(realm, channel.stream_id).filter((user_id) => {
    const user = findUser(realm, user_id)
    return user !== undefined && followsTopic(channel, { user, isSender: senders.has(user_id) })
  })
}

function freeNameFor(realm: ReadOnlyRealm, { topic }: Topic): string {
  for (let tries = 1; tries <= MAX_NAMES_TRIED; tries++) {
    const name = channelNameOf(topic, tries)
    if (findChannelByName(realm, name) === undefined) return name
  }
  throw channelAlreadyExists({ channel_name: channelNameOf(topic, 1) })
}
