import * as v from 'valibot'
import { namesIn } from '../../../api/table'
import { event, type Realm } from '../../../realm'
import type { ClientOptions, Queue } from '../../../events/queue'
import { channelFields, isVisibleToClient, type WireChannel } from '../channels/events'
import { canSeeSubscribers } from '../channels/rules'
import { allUsers } from '../../people/users/storage'
import { recipientTest } from './access'
import { notificationDefaultsFor, withDefaults, type NotificationDefaults } from './notification-defaults'
import { subscribersAt } from './storage'
import { DEFAULT_PERSONAL_SETTINGS, type PersonalSettings } from './subscription'

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

export const subscriptionShape = v.strictObject({ ...channelFields, ...personalFields, ...subscriberFields })

/** What a person's own subscription looks like on the wire, beside the channel itself. */
export function wirePersonalSettings(settings: PersonalSettings, fallback: NotificationDefaults | undefined) {
  const { color, is_muted, pin_to_top, ...notifications } = settings
  const told = fallback ? withDefaults(notifications, fallback) : notifications
  return { color, is_muted, in_home_view: !is_muted, pin_to_top, ...told }
}

type Added = {
  channels: WireChannel[]
  settings: Record<string, ReturnType<typeof compactSettings>[]> // by person, in the order of the channels
  at_event: number // the event id as of which subscribers are told: a late reader hears of later ones by later events
}

/** Most newcomers have chosen nothing yet, and there may be thousands of them in one event. */
export function compactSettings(settings: PersonalSettings): { color: string } & Partial<PersonalSettings> {
  const { color, ...chosen } = settings
  return namesIn(DEFAULT_PERSONAL_SETTINGS).every((name) => chosen[name] === DEFAULT_PERSONAL_SETTINGS[name])
    ? { color }
    : settings
}

/** One event for all who join the same channels at once: the channels are told alike, what is their own is spliced in. */
export const subscriptionsAdded = event<Added>({
  type: 'subscription',
  op: 'add',
  summary: 'The user was subscribed to channels.',
  recipients: { users: 'the users who were subscribed', clients_without_archived_channel: true },
  dependsOn: ['notification_settings_null', 'archived_channels', 'include_subscribers'],
  keeps: 'subscription',
  fields: { subscriptions: v.array(subscriptionShape) },
  variant: (realm, { settings }, { user_id, client }) =>
    JSON.stringify([settings[user_id], client.include_subscribers, notificationDefaultsFor(realm, user_id, client)]),
  accepts: (_, { channels }, queue) => channels.every((channel) => isVisibleToClient(queue, channel.is_archived)),
  encode: (realm, { channels, settings, at_event }, { user_id, client }) => ({
    subscriptions: channels.map((channel, nth) => ({
      ...channel,
      ...wirePersonalSettings(
        { ...DEFAULT_PERSONAL_SETTINGS, ...settings[user_id]![nth]! },
        notificationDefaultsFor(realm, user_id, client),
      ),
      ...subscriberFieldsInEvent(realm, client, channel, at_event),
    })),
  }),
})

type Left = { subscriptions: { stream_id: number; name: string }[] }

/**
 * Told of archived channels to clients that know of none, too: leaving settles what was unread there, of which they know.
 */
export const subscriptionsRemoved = event<Left>({
  type: 'subscription',
  op: 'remove',
  summary: 'The user was unsubscribed from channels.',
  recipients: { users: 'the users who were unsubscribed' },
  keeps: 'subscription',
  fields: { subscriptions: v.array(v.strictObject({ stream_id: v.number(), name: v.string() })) },
})

type Updated = {
  stream_id: number
  property: 'in_home_view' | keyof PersonalSettings
  value: boolean | string | null // null: left to the settings, which have changed
}

/** What a choice about a channel comes to. Where it is left to the settings, clients that know so work that out themselves. */
export const subscriptionUpdated = event<Updated>({
  type: 'subscription',
  op: 'update',
  summary: 'The user changed a personal setting of a channel.',
  recipients: { users: 'the subscriber' },
  dependsOn: ['notification_settings_null'],
  keeps: 'subscription',
  fields: { stream_id: v.number(), property: v.string(), value: v.union([v.boolean(), v.string()]) },
  accepts: (_, { value }, { client }) => value !== null || !client.capabilities.notification_settings_null,
  variant: (realm, updated, queue) => String(valueFor(realm, updated, queue)),
  encode: (realm, updated, queue) => ({ ...updated, value: valueFor(realm, updated, queue) }),
})

function valueFor(realm: Realm, { property, value }: Updated, { user_id, client }: Queue) {
  const fallback: Partial<Record<string, boolean>> = notificationDefaultsFor(realm, user_id, client) ?? {}
  return value ?? fallback[property]
}

type Peers = {
  stream_ids: number[]
  user_ids: number[]
  /** Where there are several channels, each is told only to those who may know who is in it as of this event. */
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
  keeps: 'subscription',
  fields: peerFields,
  variant: (realm, peers, queue) => String(visibleChannelIds(realm, peers, queue)),
  encode: (realm, peers, queue) => ({
    stream_ids: visibleChannelIds(realm, peers, queue),
    user_ids: peers.user_ids,
  }),
})

export const peersRemoved = event<Peers>({
  type: 'subscription',
  op: 'peer_remove',
  summary: 'Other users were unsubscribed from channels.',
  recipients: { channel_viewers_with_subscriber_access: true },
  keeps: 'subscription',
  fields: peerFields,
  // Who leaves together with others, and may still know who is there, hears of the others here and of themselves elsewhere.
  variant: (realm, peers, queue) =>
    `${peers.user_ids.includes(queue.user_id) ? queue.user_id : ''} ${String(visibleChannelIds(realm, peers, queue))}`,
  accepts: (_, { user_ids }, { user_id }) => user_ids.some((id) => id !== user_id),
  encode: (realm, peers, queue) => ({
    stream_ids: visibleChannelIds(realm, peers, queue),
    user_ids: peers.user_ids.filter((id) => id !== queue.user_id),
  }),
})

const visibleChannelIds = (realm: Realm, { stream_ids, at_event }: Peers, queue: Queue): number[] =>
  at_event === undefined
    ? stream_ids
    : stream_ids.filter((stream_id) => recipientTest(realm, stream_id, canSeeSubscribers)(queue, at_event))

const MIN_SUBSCRIBERS_FOR_PARTIAL = 250

/** Who is in a channel, for a client that wants to be told, or enough of them. */
export function subscriberFieldsFor(realm: Realm, { include_subscribers }: ClientOptions, find: () => number[]) {
  if (include_subscribers === 'false' || include_subscribers === 'undecided') return {}
  const subscribers = find()
  if (include_subscribers === 'true' || subscribers.length < MIN_SUBSCRIBERS_FOR_PARTIAL) return { subscribers }
  // Bots and everyone active lately must be among them. Not everyone who is says so by pinging: every active account is.
  const gone = new Set(allUsers(realm).flatMap((user) => (user.is_active || user.is_bot ? [] : [user.user_id])))
  return { partial_subscribers: subscribers.filter((id) => !gone.has(id)) }
}

const MAX_SUBSCRIBERS_IN_EVENT = 5000

/**
 * The subscribers of a channel that a client joins. A client that said nothing of `include_subscribers` gets them here,
 * although its state has none: clients of the reference server count on that. The specification (2.7) has them only for
 * `true`, so a client that says `false` gets none. A larger channel's are left out, as each client that joins would cost
 * their number: the client asks for its members.
 */
function subscriberFieldsInEvent(realm: Realm, client: ClientOptions, channel: WireChannel, at_event: number) {
  const find = () => subscribersAt(realm, channel.stream_id, at_event)
  if (client.include_subscribers !== 'undecided') return subscriberFieldsFor(realm, client, find)
  return channel.subscriber_count <= MAX_SUBSCRIBERS_IN_EVENT ? { subscribers: find() } : {}
}
