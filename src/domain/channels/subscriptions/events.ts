import * as v from 'valibot'
import { named } from '../../../api/named'
import type { SharedText } from '../../../api/shared-text'
import { keysOf } from '../../../api/table'
import { event, type ReadOnlyRealm } from '../../../realm'
import type { ClientOptions, Queue } from '../../../events/queue'
import type { Channel } from '../channels/channel'
import { channelFields, isVisibleToClient, type WireChannel } from '../channels/events'
import { canSeeSubscribers } from '../channels/access-rules'
import { encodedSubscribers, usersOmittedFromPartial } from './encoded-subscribers'
import { recipientTest } from './access'
import { notificationDefaultsFor, withDefaults, type NotificationDefaults } from './notification-defaults'
import { repeatsByAccess } from './repeated-access'
import { cachedSubscribers, subscribersAt } from './storage'
import { DEFAULT_PERSONAL_SETTINGS, type PersonalSettings } from './subscription'
import { sixDigitColor } from './rules'

const personalFields = {
  color: v.string(),
  is_muted: v.boolean(),
  in_home_view: v.boolean(),
  pin_to_top: v.boolean(),
  desktop_notifications: v.nullable(v.boolean()),
  audible_notifications: v.nullable(v.boolean()),
  push_notifications: v.nullable(v.boolean()),
  email_notifications: v.nullable(v.boolean()),
  wildcard_mentions_notify: v.nullable(v.boolean()),
}

export const subscriberFields = {
  subscribers: v.optional(v.array(v.number())),
  partial_subscribers: v.optional(v.array(v.number())),
}

export const subscriptionShape = named(
  'Subscription',
  v.strictObject({ ...channelFields, ...personalFields, ...subscriberFields }),
)

/** Returns the fields of a subscription that belong to the user, and not to the channel. */
export function wirePersonalSettings(settings: PersonalSettings, defaults: NotificationDefaults | undefined) {
  const { color, is_muted, pin_to_top, ...notifications } = settings
  const values = defaults ? withDefaults(notifications, defaults) : notifications
  // Earlier versions stored the code as the client sent it.
  return { color: sixDigitColor(color), is_muted, in_home_view: !is_muted, pin_to_top, ...values }
}

type Added = {
  channels: WireChannel[]
  settings: Record<string, ReturnType<typeof compactSettings>[]> // by user, in the order of the channels
  at_event: number // the event has the subscribers at this event id, also for a client that polls late
}

/** Returns only the colour if the user changed nothing else: one event can have thousands of new subscribers. */
export function compactSettings(settings: PersonalSettings): { color: string } & Partial<PersonalSettings> {
  const { color, ...chosen } = settings
  return keysOf(DEFAULT_PERSONAL_SETTINGS).every((name) => chosen[name] === DEFAULT_PERSONAL_SETTINGS[name])
    ? { color }
    : settings
}

/** One event for all users who are subscribed to the same channels together. Only the personal fields differ. */
export const subscriptionsAdded = event<Added>({
  type: 'subscription',
  op: 'add',
  summary: 'The user was subscribed to channels.',
  recipients: { users: 'the users who were subscribed', clients_without_archived_channel: true },
  dependsOn: ['notification_settings_null', 'archived_channels', 'include_subscribers'],
  updates: 'subscription',
  fields: { subscriptions: v.array(subscriptionShape) },
  variant: (realm, { settings }, { user_id, client }) =>
    JSON.stringify([settings[user_id], client.include_subscribers, notificationDefaultsFor(realm, user_id, client)]),
  accepts: (_, { channels }, queue) => channels.every((channel) => isVisibleToClient(queue, channel.is_archived)),
  encode: (realm, { channels, settings, at_event }, { user_id, client }) => ({
    subscriptions: channels.map((channel, index) => ({
      ...channel,
      ...wirePersonalSettings(
        { ...DEFAULT_PERSONAL_SETTINGS, ...settings[user_id]![index]! },
        notificationDefaultsFor(realm, user_id, client),
      ),
      ...subscriberFieldsInEvent(realm, client, channel, at_event),
    })),
  }),
})

type Removed = { subscriptions: { stream_id: number; name: string }[] }

/** Clients that do not know archived channels receive it for those too: unsubscribing changes which messages are unread. */
export const subscriptionsRemoved = event<Removed>({
  type: 'subscription',
  op: 'remove',
  summary: 'The user was unsubscribed from channels.',
  recipients: { users: 'the users who were unsubscribed' },
  updates: 'subscription',
  fields: { subscriptions: v.array(v.strictObject({ stream_id: v.number(), name: v.string() })) },
})

type Updated = {
  stream_id: number
  property: 'in_home_view' | keyof PersonalSettings
  value: boolean | string | null // null: the user setting applies, and it changed
}

/** Clients with the capability `notification_settings_null` compute the value themselves if a user setting changed. */
export const subscriptionUpdated = event<Updated>({
  type: 'subscription',
  op: 'update',
  summary: 'The user changed a personal setting of a channel.',
  recipients: { users: 'the subscriber' },
  dependsOn: ['notification_settings_null'],
  updates: 'subscription',
  fields: { stream_id: v.number(), property: v.string(), value: v.union([v.boolean(), v.string()]) },
  accepts: (_, { value }, { client }) => value !== null || !client.capabilities.notification_settings_null,
  variant: (realm, updated, queue) => String(valueFor(realm, updated, queue)),
  encode: (realm, updated, queue) => ({ ...updated, value: valueFor(realm, updated, queue) }),
})

function valueFor(realm: ReadOnlyRealm, { property, value }: Updated, { user_id, client }: Queue) {
  const defaults: Partial<Record<string, boolean>> = notificationDefaultsFor(realm, user_id, client) ?? {}
  return value ?? defaults[property]
}

type Peers = {
  stream_ids: number[]
  user_ids: number[]
  /** In an event about several channels: a recipient gets the channels whose subscribers they could see at this event. */
  at_event?: number
}

const peerFields = { stream_ids: v.array(v.number()), user_ids: v.array(v.number()) }

export const peersAdded = event<Peers>({
  type: 'subscription',
  op: 'peer_add',
  summary: 'Other users were subscribed to channels.',
  recipients: {
    channel_viewers_with_subscriber_access: true,
    clients_without_archived_channel: true,
    users: 'the users who can see the subscribers from now on',
  },
  updates: 'subscription',
  fields: peerFields,
  variant: variantOfPeers,
  encode: (realm, peers, queue) => ({
    stream_ids: visibleChannelIds(realm, peers, queue),
    user_ids: peers.user_ids,
  }),
  repeats: repeatsByChannels,
})

export const peersRemoved = event<Peers>({
  type: 'subscription',
  op: 'peer_remove',
  summary: 'Other users were unsubscribed from channels.',
  recipients: { channel_viewers_with_subscriber_access: true },
  updates: 'subscription',
  fields: peerFields,
  // Users who were unsubscribed receive `remove` for themselves, and this event for the others only.
  variant: (realm, peers, queue) =>
    `${peers.user_ids.includes(queue.user_id) ? queue.user_id : ''} ${variantOfPeers(realm, peers, queue)}`,
  accepts: (_, { user_ids }, { user_id }) => user_ids.some((id) => id !== user_id),
  encode: (realm, peers, queue) => ({
    stream_ids: visibleChannelIds(realm, peers, queue),
    user_ids: peers.user_ids.filter((id) => id !== queue.user_id),
  }),
  repeats: (realm, peers) => {
    const repeated = repeatsByChannels(realm, peers)
    return repeated && { ...repeated, exceptions: peers.user_ids }
  },
})

/** Viewers of several channels receive the same of them if all are public. */
function repeatsByChannels(realm: ReadOnlyRealm, { stream_ids, at_event }: Peers) {
  if (at_event === undefined) return { group: '' }
  const ofChannels = stream_ids.map((stream_id) => repeatsByAccess(realm, { stream_id }, at_event))
  const isException = ofChannels.find((each) => each?.isException)?.isException
  return isException && ofChannels.every((each) => each?.isException) ? { group: 'several', isException } : undefined
}

/** All recipients of an event about one audience receive the same channels. */
function variantOfPeers(realm: ReadOnlyRealm, peers: Peers, queue: Queue): string {
  return peers.at_event === undefined ? '' : String(visibleChannelIds(realm, peers, queue))
}

const visibleChannelIds = (realm: ReadOnlyRealm, { stream_ids, at_event }: Peers, queue: Queue): number[] =>
  at_event === undefined
    ? stream_ids
    : stream_ids.filter((stream_id) => recipientTest(realm, stream_id, canSeeSubscribers)(queue, at_event))

export const MIN_SUBSCRIBERS_FOR_PARTIAL = 250

/** Whether the lists of channels at registration have subscribers. */
export const listsSubscribers = ({ include_subscribers }: Pick<ClientOptions, 'include_subscribers'>): boolean =>
  include_subscribers === 'true' || include_subscribers === 'partial'

/** Returns the field with a channel's subscribers that the client requested: all, a part, or none. */
export function subscriberFieldsFor(
  realm: ReadOnlyRealm,
  { include_subscribers }: ClientOptions,
  find: () => number[],
) {
  if (!listsSubscribers({ include_subscribers })) return {}
  const subscribers = find()
  if (include_subscribers === 'true' || subscribers.length < MIN_SUBSCRIBERS_FOR_PARTIAL) return { subscribers }
  const omitted = usersOmittedFromPartial(realm)
  return { partial_subscribers: subscribers.filter((id) => !omitted.has(id)) }
}

/** Returns the same fields as `subscriberFieldsFor` as JSON members: none, or a comma and one member. */
export function encodedSubscriberFields(
  realm: ReadOnlyRealm,
  { include_subscribers }: ClientOptions,
  { stream_id }: Pick<Channel, 'stream_id'>,
  canSee: boolean,
): (string | SharedText)[] {
  if (!listsSubscribers({ include_subscribers })) return []
  if (!canSee) return [',"subscribers":[]']
  const count = cachedSubscribers(realm, stream_id).ids.length
  const isPartial = include_subscribers === 'partial' && count >= MIN_SUBSCRIBERS_FOR_PARTIAL
  const name = isPartial ? 'partial_subscribers' : 'subscribers'
  return [`,"${name}":`, encodedSubscribers(realm, stream_id, isPartial)]
}

const MAX_SUBSCRIBERS_IN_EVENT = 5000

/**
 * Returns the subscribers of a channel to which the user was subscribed. A client that did not send `include_subscribers` gets
 * them here, although its initial state has none: clients of Zulip depend on that. With `false` it gets none (API rule 8). The subscribers of larger channels are left out, and clients request them: the cost of the event
 * would be the product of new subscribers and subscribers.
 */
function subscriberFieldsInEvent(realm: ReadOnlyRealm, client: ClientOptions, channel: WireChannel, at_event: number) {
  const find = () => subscribersAt(realm, channel.stream_id, at_event)
  if (client.include_subscribers !== 'undecided') return subscriberFieldsFor(realm, client, find)
  return channel.subscriber_count <= MAX_SUBSCRIBERS_IN_EVENT ? { subscribers: find() } : {}
}
