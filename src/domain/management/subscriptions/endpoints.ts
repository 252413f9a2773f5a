import * as v from 'valibot'
import { boolean, ids, integer, list, oneOf, optional, shortText, text } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import {
  normalizeDescription,
  canSeeSubscribers,
  channelDescriptionTooLong,
  channelNamedDoesNotExist,
  channelNameEmpty,
  channelNameInvalid,
  channelNameTooLong,
  invalidChannelId,
  NOTE_ON_TAKEN_NAMES,
} from '../../channels/channels/rules'
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
import { isSubscribed } from '../../channels/subscriptions/storage'
import { anyUser } from '../../people/users/callers'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { insufficientPermission, noSuchUser, notForGuests, userIsDeactivated } from '../../people/users/rules'
import { parseDescriptions } from '../../realm/settings/descriptions'
import { MAX_CHANNELS_AT_ONCE, MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { refuseUnlessActiveFolder } from '../channel-folders/actions'
import { invalidFolderId } from '../channel-folders/rules'
import { tellOfCreation } from '../new-channels/bot-messages'
import type { NamedChannel } from '../new-channels/create'
import { newChannelErrors, newChannelParams, newChannelWishes } from '../new-channels/parameters'
import { announceChannels, tellNewcomers } from './bot-messages'
import { principalsMeant } from './principals'
import { chooseProperties, joinAlone } from './properties'
import { choiceErrors, notSubscribed } from './property-rules'
import { bringIn, namesByPerson } from './subscribe'
import { leave } from './unsubscribe'

const principals = optional(v.union([ids(MAX_USERS_AT_ONCE), list(shortText(), MAX_USERS_AT_ONCE)]), [])

// Each is told by an event of its own.
const MOST_CHOICES_AT_ONCE = 100

const propertyValue = v.union([boolean(), shortText()])

const channelDescription = optional(text(MAX_CHANNEL_DESCRIPTION_LENGTH), '')

const namesOfEach = v.record(v.string(), v.array(v.string()))

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
  summary: 'Subscribe people to channels; channels that do not exist are created.',
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
    subscribed: namesOfEach,
    already_subscribed: namesOfEach,
    unauthorized: v.optional(v.array(v.string())),
    new_subscription_messages_sent: v.optional(v.boolean()),
  },
  errors: [
    tooManySubscriptions,
    tooManyNewChannels,
    notForGuests,
    cannotAccessChannels,
    ...newChannelErrors,
    invalidFolderId,
    noSuchUser,
    userIsDeactivated,
  ],
  prepare: (edge, { subscriptions }) => ({ named: eachOnce(edge, subscriptions) }),
  decide: (realm, actor, params) => {
    if (params.folder_id !== undefined) refuseUnlessActiveFolder(realm, params.folder_id)
    const wishes = newChannelWishes(realm, params)
    const { unauthorized, ...brought } = bringIn(realm, actor, { ...params, wishes })
    const sent = params.send_new_subscription_messages ? tellNewcomers(realm, actor, brought) : undefined
    if (params.announce) announceChannels(realm, actor, brought.created)
    tellOfCreation(realm, actor, brought.created)
    return {
      ...namesByPerson(brought.joined),
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
      ...(sent === undefined ? {} : { new_subscription_messages_sent: sent }),
    }
  },
})

/** Named twice, in whatever case, it is one channel, spelled as it was first. */
function eachOnce<Wanted extends { name: string; description: string }>(edge: Edge, wanted: readonly Wanted[]) {
  const descriptions = wanted.map((each) => normalizeDescription(each.description))
  const templates = parseDescriptions(descriptions, edge.assumeMarkdownSettings())
  const named = wanted.map((each, index): Wanted & NamedChannel => ({
    ...each,
    name: each.name.trim(),
    description: descriptions[index] ?? '',
    template: templates[index] ?? [],
  }))
  const byName = new Map(named.toReversed().map((each) => [channelNameKey(each.name), each]))
  return [...byName.values()].toReversed()
}

export const unsubscribeFromChannels = endpoint.decision({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe people from channels.',
  caller: anyUser,
  params: { subscriptions: list(shortText(), MAX_CHANNELS_AT_ONCE), principals },
  returns: { removed: v.array(v.string()), not_removed: v.array(v.string()) },
  errors: [channelNamedDoesNotExist, insufficientPermission, noSuchUser, tooManySubscriptions, userIsDeactivated],
  decide: (realm, actor, params) =>
    leave(realm, actor, params.subscriptions, principalsMeant(realm, actor, params.principals)),
})

export const updateSubscriptions = endpoint.decision({
  route: 'PATCH /users/me/subscriptions',
  summary: 'Subscribe to some channels and unsubscribe from others, all or nothing.',
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
    subscribed: namesOfEach,
    already_subscribed: namesOfEach,
    removed: v.array(v.string()),
    not_removed: v.array(v.string()),
    new_subscription_messages_sent: v.boolean(),
  },
  errors: [...joiningErrors, ...choiceErrors, channelNamedDoesNotExist, nothingToDo, tooManySubscriptions],
  prepare: (edge, { add }) => ({ named: eachOnce(edge, add) }),
  decide: (realm, actor, params) => {
    if (params.named.length === 0 && params.delete.length === 0) throw nothingToDo({})
    const nobody = { joined: [], created: [] }
    const { joined, created } = params.named.length === 0 ? nobody : joinAlone(realm, actor, params.named)
    tellOfCreation(realm, actor, created)
    // Whoever joins by themselves need not be told.
    return {
      ...namesByPerson(joined),
      ...leave(realm, actor, params.delete, [actor]),
      new_subscription_messages_sent: true,
    }
  },
})

export const updateSubscriptionProperties = endpoint.decision({
  route: 'POST /users/me/subscriptions/properties',
  summary: 'Choose how your channels look and sound to you.',
  caller: anyUser,
  params: {
    subscription_data: list(
      v.object({ stream_id: integer(), property: shortText(), value: propertyValue }),
      MOST_CHOICES_AT_ONCE,
    ),
  },
  returns: {},
  errors: [invalidChannelId, notSubscribed, ...choiceErrors],
  decide: (realm, actor, { subscription_data }) => chooseProperties(realm, actor, subscription_data),
})

export const updateSubscriptionProperty = endpoint.decision({
  route: 'PATCH /users/me/subscriptions/:stream_id',
  summary: 'Choose how one of your channels looks and sounds to you.',
  caller: anyUser,
  params: { stream_id: integer(), property: shortText(), value: propertyValue },
  returns: {},
  errors: [invalidChannelId, notSubscribed, ...choiceErrors],
  decide: (realm, actor, wanted) => chooseProperties(realm, actor, [wanted]),
})

export const getSubscriptionStatus = endpoint.decision({
  route: 'GET /users/:user_id/subscriptions/:stream_id',
  summary: 'Whether somebody is subscribed to a channel.',
  caller: anyUser,
  params: { user_id: integer(), stream_id: integer() },
  returns: { is_subscribed: v.boolean() },
  errors: [noSuchUser, invalidChannelId],
  decide: (realm, actor, { user_id, stream_id }) => {
    const user = maybeUserKnownTo(realm, actor, user_id)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    const channel = findChannel(realm, stream_id)
    if (!channel || !canSeeSubscribers(channel, loadViewerAccess(realm, actor, channel))) throw invalidChannelId({})
    return { is_subscribed: isSubscribed(realm.sql, user_id, stream_id) }
  },
})

export const getChannelsOfUser = endpoint.decision({
  route: 'GET /users/:user_id/channels',
  summary: 'The channels somebody is subscribed to, as far as you may know.',
  caller: anyUser,
  params: { user_id: integer() },
  returns: { subscribed_channel_ids: v.array(v.number()) },
  errors: [noSuchUser],
  decide: (realm, actor, { user_id }) => {
    const user = maybeUserKnownTo(realm, actor, user_id)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    return { subscribed_channel_ids: visibleSubscriptionsOf(realm, actor, user) }
  },
})

const TRAITS = { apply_markdown: false, client_gravatar: true, slim_presence: false, capabilities: {} }

export const getSubscriptions = endpoint.decision({
  route: 'GET /users/me/subscriptions',
  summary: 'The channels you are subscribed to.',
  caller: anyUser,
  params: { include_subscribers: optional(oneOf(['true', 'false', 'partial']), 'false') },
  returns: { subscriptions: v.array(subscriptionShape) },
  errors: [],
  decide: (realm, actor, { include_subscribers }) => {
    const { subscriptions } = subscriptionsState.read(realm, actor, { ...TRAITS, include_subscribers })
    return { subscriptions }
  },
})
