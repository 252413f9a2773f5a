import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent } from '../../channels/channels/access-rules'
import { channelNameKey, findChannelByName } from '../../channels/channels/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import {
  cannotAccessChannels,
  refusalOfGuest,
  refusalOfSubscriptionCount,
  tooManyNewChannels,
} from '../../channels/subscriptions/rules'
import { canAddOthers, canRemoveOthers } from '../../channels/subscriptions/permission-rules'
import { hasRealmPermission } from '../../people/groups/membership'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { MAX_NEW_CHANNELS_AT_ONCE } from '../../realm/settings/limits'
import { insertRequestedChannel, type NewChannelSettings, type NewChannelTexts } from '../new-channels/actions'
import { announceNewChannels, postCreationMessages } from '../new-channels/bot-messages'
import { addSubscriptions } from './add-subscriptions'
import { sendSubscriptionMessages } from './bot-messages'
import { requireChannelsByName, requirePrincipals } from './principals'
import { requireColor } from './property-rules'
import { removeSubscriptions } from './remove-subscriptions'

type ChannelsRequest = {
  requestedChannels: readonly NewChannelTexts[]
  principals: readonly (number | string)[]
  settings: NewChannelSettings // of the channels that do not exist yet
  colors?: ReadonlyMap<string, string> // the requested colours, by the keys of the channels' names
  /** Whether a channel that the actor cannot read refuses the whole request. Otherwise the result names it. */
  authorization_errors_fatal: boolean
}

export type SubscribeRequest = ChannelsRequest & { announce: boolean; send_new_subscription_messages: boolean }

/**
 * Subscribes users to the channels with these names, and creates the channels that do not exist. Sends the bot messages that
 * the request asks for.
 */
export function subscribeUsers(realm: Realm, actor: User, request: SubscribeRequest) {
  const { unauthorized, ...subscribed } = subscribe(realm, actor, request)
  const messagesSent = request.send_new_subscription_messages
    ? sendSubscriptionMessages(realm, actor, subscribed)
    : undefined
  if (request.announce) announceNewChannels(realm, actor, subscribed.created)
  postCreationMessages(realm, actor, subscribed.created)
  return { subscriptions: subscribed.subscriptions, unauthorized, messagesSent }
}

type OwnChannels = {
  requestedChannels: readonly (NewChannelTexts & { color?: string })[] // the channels to subscribe to
  delete: readonly string[] // the names of the channels to unsubscribe from
}

/** Subscribes the actor to channels, with colours, and unsubscribes the actor from others. */
export function updateOwnSubscriptions(realm: Realm, actor: User, { requestedChannels, delete: names }: OwnChannels) {
  const { subscriptions, created } =
    requestedChannels.length === 0 ? { subscriptions: [], created: [] } : subscribeSelf(realm, actor, requestedChannels)
  postCreationMessages(realm, actor, created)
  return { subscriptions, ...unsubscribeUsers(realm, actor, names, [actor]) }
}

function subscribeSelf(realm: Realm, actor: User, requestedChannels: OwnChannels['requestedChannels']) {
  const settings = { invite_only: false, is_web_public: false, is_default_stream: false, permissions: {} }
  const colors = new Map(
    requestedChannels.flatMap(({ name, color }) =>
      color === undefined ? [] : [[channelNameKey(name), requireColor(color)]],
    ),
  )
  return subscribe(realm, actor, {
    requestedChannels,
    settings,
    colors,
    principals: [],
    authorization_errors_fatal: true,
  })
}

function subscribe(realm: Realm, actor: User, request: ChannelsRequest) {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  const users = requirePrincipals(realm, actor, request.principals)
  const excess = refusalOfSubscriptionCount(request.requestedChannels, users)
  if (excess) throw excess
  const { channels, created, unauthorized } = findOrCreateChannels(realm, actor, request)
  if (request.authorization_errors_fatal && unauthorized.length > 0) throw cannotAccessChannels({ names: unauthorized })
  requireAddPermission(realm, actor, channels, users)
  const subscriptions = addSubscriptions(realm, { channels, created, users, colors: request.colors })
  return { subscriptions, created, unauthorized }
}

function findOrCreateChannels(realm: Realm, actor: User, { requestedChannels, settings }: ChannelsRequest) {
  const readable: Channel[] = []
  const created: Channel[] = []
  const unauthorized: string[] = []
  for (const texts of requestedChannels) {
    const channel = findChannelByName(realm, texts.name)
    if (channel === undefined) {
      if (created.length === MAX_NEW_CHANNELS_AT_ONCE) throw tooManyNewChannels({})
      created.push(insertRequestedChannel(realm, actor, texts, settings))
    } else if (canSeeContent(channel, loadViewerAccess(realm, actor, channel))) readable.push(channel)
    else unauthorized.push(texts.name)
  }
  return { channels: [...readable, ...created], created, unauthorized }
}

/** Throws if the actor needs a permission to subscribe these users. The actor alone needs none. */
function requireAddPermission(realm: ReadOnlyRealm, actor: User, channels: readonly Channel[], users: readonly User[]) {
  if (users.every((user) => user.user_id === actor.user_id)) return
  const realmWide = hasRealmPermission(realm, actor, 'can_add_subscribers_group')
  if (!channels.every((channel) => canAddOthers(channel, loadViewerAccess(realm, actor, channel), realmWide)))
    throw insufficientPermission({})
}

/** Unsubscribes users from the channels with these names: all of them or none. */
export function unsubscribeUsers(realm: Realm, actor: User, names: readonly string[], users: readonly User[]) {
  const channels = requireChannelsByName(realm, actor, names)
  const excess = refusalOfSubscriptionCount(channels, users)
  if (excess) throw excess
  const others = users.filter((user) => user.user_id !== actor.user_id)
  const mayRemove = (channel: Channel) => canRemoveOthers(channel, loadViewerAccess(realm, actor, channel), others)
  if (others.length > 0 && !channels.every(mayRemove)) throw insufficientPermission({})
  const removed = new Set(removeSubscriptions(realm, channels, users))
  return {
    removed: channels.filter((channel) => removed.has(channel)).map(({ name }) => name),
    not_removed: channels.filter((channel) => !removed.has(channel)).map(({ name }) => name),
  }
}
