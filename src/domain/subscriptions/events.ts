import * as v from 'valibot'
import { event, stateSlice, type Realm } from '../../realm'
import type { ClientTraits, Queue } from '../../events/queues'
import {
  channelFields,
  channelShape,
  defaultChannelIds,
  isKnownTo,
  wireChannel,
  type WireChannel,
} from '../channels/events'
import { canSeeMetadata, canSeeSubscribers } from '../channels/rules'
import { allChannels, maybeChannel } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { isGuest } from '../users/rules'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { viewerOf } from './access'
import { fallbackFor, withoutNulls, type Fallback } from './notifications'
import { subscribersAsOf, subscribersOf, subscriptionsOf } from './storage'
import type { PersonalSettings } from './subscription'

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

const subscriberFields = {
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
  channel: WireChannel
  settings: Record<string, PersonalSettings>
  as_of: number // the event id as of which subscribers are told: a late reader hears of later ones by later events
}

/** One event for all who join a channel at once: the channel is told alike, what is their own is spliced in. */
export const subscriptionsAdded = event<Added>({
  type: 'subscription',
  op: 'add',
  keeps: 'subscription',
  fields: { subscriptions: v.array(subscriptionShape) },
  variant: (realm, { settings }, { user_id, client }) =>
    JSON.stringify([settings[user_id], client, fallbackFor(realm, user_id, client)]),
  accepts: (_, { channel }, queue) => isKnownTo(queue, channel.is_archived),
  encode: (realm, { channel, settings, as_of }, queue) => ({
    subscriptions: [
      {
        ...channel,
        ...wirePersonal(settings[queue.user_id]!, fallbackFor(realm, queue.user_id, queue.client)),
        ...listed(realm, queue.client, () => subscribersAsOf(realm, channel.stream_id, as_of)),
      },
    ],
  }),
})

export const subscriptionsRemoved = event<{ stream_id: number; name: string; is_archived: boolean }>({
  type: 'subscription',
  op: 'remove',
  keeps: 'subscription',
  fields: { subscriptions: v.array(v.strictObject({ stream_id: v.number(), name: v.string() })) },
  accepts: (_, { is_archived }, queue) => isKnownTo(queue, is_archived),
  encode: (_, { stream_id, name }) => ({ subscriptions: [{ stream_id, name }] }),
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

const peerFields = { stream_ids: v.array(v.number()), user_ids: v.array(v.number()) }
export const peersAdded = event<{ stream_ids: number[]; user_ids: number[] }>({
  type: 'subscription',
  op: 'peer_add',
  keeps: 'subscription',
  fields: peerFields,
})
export const peersRemoved = event<{ stream_ids: number[]; user_ids: number[] }>({
  type: 'subscription',
  op: 'peer_remove',
  keeps: 'subscription',
  fields: peerFields,
  // Who leaves together with others, and may still know who is there, hears of the others here and of themselves elsewhere.
  variant: (_, { user_ids }, { user_id }) => (user_ids.includes(user_id) ? `${user_id}` : ''),
  accepts: (_, { user_ids }, { user_id }) => user_ids.some((id) => id !== user_id),
  encode: (_, { stream_ids, user_ids }, { user_id }) => ({
    stream_ids,
    user_ids: user_ids.filter((id) => id !== user_id),
  }),
})

const PARTIAL_FROM_SUBSCRIBERS = 250

function subscribersFor(realm: Realm, viewer: User, channel: Channel, traits: ClientTraits) {
  const isTold = canSeeSubscribers(channel, viewerOf(realm, viewer, channel))
  return listed(realm, traits, () => (isTold ? subscribersOf(realm, channel.stream_id) : []))
}

function listed(realm: Realm, { include_subscribers }: ClientTraits, find: () => number[]) {
  if (include_subscribers === 'false') return {}
  const subscribers = find()
  if (include_subscribers === 'true' || subscribers.length < PARTIAL_FROM_SUBSCRIBERS) return { subscribers }
  // Everyone active lately must be among them. Nobody's presence is known here yet, so every account that is active counts.
  return { partial_subscribers: subscribers.filter((id) => maybeUser(realm, id)?.is_active) }
}

export const subscriptionsSlice = stateSlice({
  fetchedFor: ['subscription'],
  fields: {
    subscriptions: v.array(subscriptionShape),
    unsubscribed: v.array(subscriptionShape),
    never_subscribed: v.array(v.strictObject({ ...channelFields, ...subscriberFields })),
  },
  read: (realm, actor: User, traits) => {
    const own = subscriptionsOf(realm, actor.user_id)
    const fallback = fallbackFor(realm, actor.user_id, traits)
    const wire = (active: boolean) =>
      own.flatMap(({ user_id: _, stream_id, is_active, ...settings }) => {
        const channel = maybeChannel(realm, stream_id)
        if (channel === undefined || is_active !== active || !isShown(realm, actor, channel, traits)) return []
        return [
          {
            ...wireChannel(channel),
            ...wirePersonal(settings, fallback),
            ...subscribersFor(realm, actor, channel, traits),
          },
        ]
      })
    const everSubscribed = new Set(own.map(({ stream_id }) => stream_id))
    const others = allChannels(realm).filter(
      (channel) => !everSubscribed.has(channel.stream_id) && isShown(realm, actor, channel, traits),
    )
    return {
      subscriptions: wire(true),
      unsubscribed: wire(false),
      never_subscribed: others.map((channel) => ({
        ...wireChannel(channel),
        ...subscribersFor(realm, actor, channel, traits),
      })),
    }
  },
})

const isShown = (realm: Realm, viewer: User, channel: Channel, { capabilities }: ClientTraits) =>
  (!channel.is_archived || capabilities.archived_channels === true) &&
  canSeeMetadata(channel, viewerOf(realm, viewer, channel))

export const channelsSlice = stateSlice({
  fetchedFor: ['stream'],
  fields: { streams: v.array(channelShape) },
  read: (realm, actor: User, traits) => ({
    streams: allChannels(realm)
      .filter((channel) => isShown(realm, actor, channel, traits))
      .map(wireChannel),
  }),
})

export const defaultChannelsSlice = stateSlice({
  fetchedFor: ['default_streams'],
  fields: { realm_default_streams: v.array(v.number()) },
  read: (realm, actor: User) => ({ realm_default_streams: isGuest(actor) ? [] : defaultChannelIds(realm) }),
})
