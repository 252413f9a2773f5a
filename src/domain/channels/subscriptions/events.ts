import * as v from 'valibot'
import { namesIn } from '../../../api/table'
import { event, type Realm } from '../../../realm'
import type { ClientTraits, Queue } from '../../../events/queues'
import { channelFields, isKnownTo, type WireChannel } from '../channels/events'
import { canSeeSubscribers } from '../channels/rules'
import { allUsers } from '../../people/users/storage'
import { seenAsOf } from './access'
import { fallbackFor, withoutNulls, type Fallback } from './notifications'
import { subscribersAsOf } from './storage'
import { FRESH, type PersonalSettings } from './subscription'

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
export function wirePersonal(settings: PersonalSettings, fallback: Fallback | undefined) {
  const { color, is_muted, pin_to_top, ...notifications } = settings
  const told = fallback ? withoutNulls(notifications, fallback) : notifications
  return { color, is_muted, in_home_view: !is_muted, pin_to_top, ...told }
}

type Added = {
  channels: WireChannel[]
  settings: Record<string, ReturnType<typeof briefly>[]> // by person, in the order of the channels
  as_of: number // the event id as of which subscribers are told: a late reader hears of later ones by later events
}

/** Most newcomers have chosen nothing yet, and there may be thousands of them in one event. */
export function briefly(settings: PersonalSettings): { color: string } & Partial<PersonalSettings> {
  const { color, ...chosen } = settings
  return namesIn(FRESH).every((name) => chosen[name] === FRESH[name]) ? { color } : settings
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
    JSON.stringify([settings[user_id], client.include_subscribers, fallbackFor(realm, user_id, client)]),
  accepts: (_, { channels }, queue) => channels.every((channel) => isKnownTo(queue, channel.is_archived)),
  encode: (realm, { channels, settings, as_of }, { user_id, client }) => ({
    subscriptions: channels.map((channel, nth) => ({
      ...channel,
      ...wirePersonal({ ...FRESH, ...settings[user_id]![nth]! }, fallbackFor(realm, user_id, client)),
      ...listedInEvent(realm, client, channel, as_of),
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
  variant: (realm, updated, queue) => String(valueTold(realm, updated, queue)),
  encode: (realm, updated, queue) => ({ ...updated, value: valueTold(realm, updated, queue) }),
})

function valueTold(realm: Realm, { property, value }: Updated, { user_id, client }: Queue) {
  const fallback: Partial<Record<string, boolean>> = fallbackFor(realm, user_id, client) ?? {}
  return value ?? fallback[property]
}

type Peers = {
  stream_ids: number[]
  user_ids: number[]
  /** Where there are several channels, each is told only to those who may know who is in it as of this event. */
  as_of?: number
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
  variant: (realm, peers, queue) => String(channelsToldOf(realm, peers, queue)),
  encode: (realm, peers, queue) => ({
    stream_ids: channelsToldOf(realm, peers, queue),
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
    `${peers.user_ids.includes(queue.user_id) ? queue.user_id : ''} ${String(channelsToldOf(realm, peers, queue))}`,
  accepts: (_, { user_ids }, { user_id }) => user_ids.some((id) => id !== user_id),
  encode: (realm, peers, queue) => ({
    stream_ids: channelsToldOf(realm, peers, queue),
    user_ids: peers.user_ids.filter((id) => id !== queue.user_id),
  }),
})

const channelsToldOf = (realm: Realm, { stream_ids, as_of }: Peers, queue: Queue): number[] =>
  as_of === undefined
    ? stream_ids
    : stream_ids.filter((stream_id) => seenAsOf(realm, stream_id, canSeeSubscribers)(queue, as_of))

const PARTIAL_FROM_SUBSCRIBERS = 250

/** Who is in a channel, for a client that wants to be told, or enough of them. */
export function listed(realm: Realm, { include_subscribers }: ClientTraits, find: () => number[]) {
  if (include_subscribers === 'false' || include_subscribers === 'undecided') return {}
  const subscribers = find()
  if (include_subscribers === 'true' || subscribers.length < PARTIAL_FROM_SUBSCRIBERS) return { subscribers }
  // Bots and everyone active lately must be among them. Not everyone who is says so by pinging: every active account is.
  const gone = new Set(allUsers(realm).flatMap((user) => (user.is_active || user.is_bot ? [] : [user.user_id])))
  return { partial_subscribers: subscribers.filter((id) => !gone.has(id)) }
}

const MOST_UNDECIDED = 5000

/**
 * The subscribers of a channel that a client joins. A client that said nothing of `include_subscribers` gets them here,
 * although its state has none: clients of the reference server count on that. The specification (2.7) has them only for
 * `true`, so a client that says `false` gets none. A larger channel's are left out, as each client that joins would cost
 * their number: the client asks for its members.
 */
function listedInEvent(realm: Realm, client: ClientTraits, channel: WireChannel, as_of: number) {
  const find = () => subscribersAsOf(realm, channel.stream_id, as_of)
  if (client.include_subscribers !== 'undecided') return listed(realm, client, find)
  return channel.subscriber_count <= MOST_UNDECIDED ? { subscribers: find() } : {}
}
