import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, ids, integer, list, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import {
  normalizeDescription,
  channelDescriptionTooLong,
  channelNamedDoesNotExist,
  channelNameEmpty,
  channelNameInvalid,
  channelNameTooLong,
  invalidChannelId,
  NOTE_ON_TAKEN_NAMES,
} from '../../channels/channels/rules'
import { canSeeSubscribers } from '../../channels/channels/access-rules'
import { channelNameKey, findChannel } from '../../channels/channels/storage'
import { loadViewerAccess, visibleSubscriptionsOf } from '../../channels/subscriptions/access'
import { subscriptionShape } from '../../channels/subscriptions/events'
import {
  cannotAccessChannels,
  nothingToDo,
  tooManyNewChannels,
  tooManySubscriptions,
} from '../../channels/subscriptions/rules'
import { subscriptionsState } from '../../channels/subscriptions/state'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import { anyUser } from '../../people/users/callers'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { insufficientPermission, noSuchUser, notForGuests, userIsDeactivated } from '../../people/users/rules'
import { parseDescriptions } from '../../realm/settings/descriptions'
import { MAX_CHANNELS_AT_ONCE, MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { newChannelErrors, newChannelParams, newChannelSettings } from '../new-channels/parameters'
import type { NewChannelTexts } from '../new-channels/actions'
import { subscribeUsers, unsubscribeUsers, updateOwnSubscriptions } from './actions'
import type { RequestedSubscription } from './add-subscriptions'
import { requirePrincipals } from './principals'
import { updateProperties } from './property-actions'
import { notSubscribed, propertyErrors } from './property-rules'

const principals = optional(
  named('Principals', v.union([ids(MAX_USERS_AT_ONCE), list(shortText(), MAX_USERS_AT_ONCE)])),
  [],
)

// Each change is published as its own event.
const MAX_PROPERTIES_AT_ONCE = 100

const propertyValue = v.union([boolean(), shortText()])

const channelDescription = optional(text(MAX_CHANNEL_DESCRIPTION_LENGTH), '')

const channelNamesByUser = v.record(v.string(), v.array(v.string()))

const joiningErrors = [
  tooManyNewChannels,
  notForGuests,
  insufficientPermission,
  cannotAccessChannels,
  channelNameEmpty,
  channelNameTooLong,
  channelNameInvalid,
  channelDescriptionTooLong,
]

export const subscribeToChannels = endpoint.decision({
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe users to channels. Channels that do not exist are created.',
  note: NOTE_ON_TAKEN_NAMES,
  caller: anyUser,
  params: {
    subscriptions: list(v.object({ name: shortText(), description: channelDescription }), MAX_CHANNELS_AT_ONCE),
    principals,
    authorization_errors_fatal: optional(boolean(), true),
    announce: optional(boolean(), false),
    send_new_subscription_messages: optional(boolean(), true),
    ...newChannelParams,
  },
  returns: {
    subscribed: channelNamesByUser,
    already_subscribed: channelNamesByUser,
    unauthorized: v.optional(v.array(v.string())),
    new_subscription_messages_sent: v.optional(v.boolean()),
  },
  errors: [
    tooManySubscriptions,
    tooManyNewChannels,
    notForGuests,
    cannotAccessChannels,
    ...newChannelErrors,
    noSuchUser,
    userIsDeactivated,
  ],
  prepare: (edge, { subscriptions }) => ({ requestedChannels: distinctChannels(edge, subscriptions) }),
  decide: (realm, actor, params) => {
    const settings = newChannelSettings(realm, params)
    const { subscriptions, unauthorized, messagesSent } = subscribeUsers(realm, actor, { ...params, settings })
    return {
      ...namesByUser(subscriptions),
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
      ...(messagesSent === undefined ? {} : { new_subscription_messages_sent: messagesSent }),
    }
  },
})

/** Returns each channel once, with its parsed description. Names are compared without case, and the first spelling stays. */
function distinctChannels<Requested extends { name: string; description: string }>(
  edge: Edge,
  requested: readonly Requested[],
) {
  const descriptions = requested.map(({ description }) => normalizeDescription(description))
  const templates = parseDescriptions(descriptions, edge.assumeMarkdownSettings())
  const channels = requested.map((channel, index): Requested & NewChannelTexts => ({
    ...channel,
    name: channel.name.trim(),
    description: descriptions[index] ?? '',
    template: templates[index] ?? [],
  }))
  const byName = new Map(channels.toReversed().map((channel) => [channelNameKey(channel.name), channel]))
  return [...byName.values()].toReversed()
}

function namesByUser(subscriptions: readonly RequestedSubscription[]) {
  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  for (const { user_id, name, wasSubscribed } of subscriptions) {
    const names = wasSubscribed ? already_subscribed : subscribed
    names[user_id] = [...(names[user_id] ?? []), name]
  }
  return { subscribed, already_subscribed }
}

export const unsubscribeFromChannels = endpoint.decision({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe users from channels.',
  caller: anyUser,
  params: { subscriptions: list(shortText(), MAX_CHANNELS_AT_ONCE), principals },
  returns: { removed: v.array(v.string()), not_removed: v.array(v.string()) },
  errors: [channelNamedDoesNotExist, insufficientPermission, noSuchUser, tooManySubscriptions, userIsDeactivated],
  decide: (realm, actor, params) =>
    unsubscribeUsers(realm, actor, params.subscriptions, requirePrincipals(realm, actor, params.principals)),
})

export const updateSubscriptions = endpoint.decision({
  route: 'PATCH /users/me/subscriptions',
  summary: 'Subscribe to channels and unsubscribe from others, all or none.',
  note: NOTE_ON_TAKEN_NAMES,
  caller: anyUser,
  params: {
    add: optional(
      list(
        v.object({ name: shortText(), color: optional(shortText()), description: channelDescription }),
        MAX_CHANNELS_AT_ONCE,
      ),
      [],
    ),
    delete: optional(list(shortText(), MAX_CHANNELS_AT_ONCE), []),
  },
  returns: {
    subscribed: channelNamesByUser,
    already_subscribed: channelNamesByUser,
    removed: v.array(v.string()),
    not_removed: v.array(v.string()),
    new_subscription_messages_sent: v.boolean(),
  },
  errors: [...joiningErrors, ...propertyErrors, channelNamedDoesNotExist, nothingToDo, tooManySubscriptions],
  prepare: (edge, { add }) => ({ requestedChannels: distinctChannels(edge, add) }),
  decide: (realm, actor, params) => {
    if (params.requestedChannels.length === 0 && params.delete.length === 0) throw nothingToDo({})
    const { subscriptions, removed, not_removed } = updateOwnSubscriptions(realm, actor, params)
    // Users who subscribe themselves need no bot message.
    return { ...namesByUser(subscriptions), removed, not_removed, new_subscription_messages_sent: true }
  },
})

export const updateSubscriptionProperties = endpoint.decision({
  route: 'POST /users/me/subscriptions/properties',
  summary: 'Change properties of your subscriptions, such as colours and notifications.',
  caller: anyUser,
  params: {
    subscription_data: list(
      v.object({ stream_id: integer(), property: shortText(), value: propertyValue }),
      MAX_PROPERTIES_AT_ONCE,
    ),
  },
  returns: {},
  errors: [invalidChannelId, notSubscribed, ...propertyErrors],
  decide: (realm, actor, { subscription_data }) => updateProperties(realm, actor, subscription_data),
})

export const updateSubscriptionProperty = endpoint.decision({
  route: 'PATCH /users/me/subscriptions/:stream_id',
  summary: 'Change a property of one of your subscriptions.',
  caller: anyUser,
  params: { stream_id: integer(), property: shortText(), value: propertyValue },
  returns: {},
  errors: [invalidChannelId, notSubscribed, ...propertyErrors],
  decide: (realm, actor, requested) => updateProperties(realm, actor, [requested]),
})

export const getSubscriptionStatus = endpoint.decision({
  route: 'GET /users/:user_id/subscriptions/:stream_id',
  summary: 'Check whether a user is subscribed to a channel.',
  caller: anyUser,
  params: { user_id: integer(), stream_id: integer() },
  returns: { is_subscribed: v.boolean() },
  errors: [noSuchUser, invalidChannelId],
  decide: (realm, actor, { user_id, stream_id }) => {
    const user = findVisibleUser(realm, actor, user_id)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    const channel = findChannel(realm, stream_id)
    if (!channel || !canSeeSubscribers(channel, loadViewerAccess(realm, actor, channel))) throw invalidChannelId({})
    return { is_subscribed: isSubscribed(realm, user_id, stream_id) }
  },
})

export const getChannelsOfUser = endpoint.decision({
  route: 'GET /users/:user_id/channels',
  summary: 'List the channels that a user is subscribed to, if you can see their subscribers.',
  caller: anyUser,
  params: { user_id: integer() },
  returns: { subscribed_channel_ids: v.array(v.number()) },
  errors: [noSuchUser],
  decide: (realm, actor, { user_id }) => {
    const user = findVisibleUser(realm, actor, user_id)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    return { subscribed_channel_ids: visibleSubscriptionsOf(realm, actor, user) }
  },
})

const CLIENT_OPTIONS = { apply_markdown: false, client_gravatar: true, slim_presence: false, capabilities: {} }

export const getSubscriptions = endpoint.decision({
  route: 'GET /users/me/subscriptions',
  hasSharedTexts: true,
  summary: 'List the channels that you are subscribed to.',
  caller: anyUser,
  params: { include_subscribers: optional(oneOf(['true', 'false', 'partial']), 'false') },
  returns: { subscriptions: v.array(subscriptionShape) },
  errors: [],
  decide: (realm, actor, { include_subscribers }) => {
    const { subscriptions } = subscriptionsState.read(realm, actor, { ...CLIENT_OPTIONS, include_subscribers })
    return { subscriptions }
  },
})
