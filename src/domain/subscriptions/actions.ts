import type { Realm } from '../../realm'
import { channelsCreated, defaultChannelIds, defaultChannelsChanged, wireChannel } from '../channels/events'
import { canSeeContent, canSeeMetadata } from '../channels/rules'
import { maybeChannel, maybeChannelNamed } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { realmAllows } from '../groups/standing'
import { nonGuests, people } from '../users/events'
import type { User } from '../users/user'
import { viewerOf, viewersOf, viewersOfSubscribers } from './access'
import { createChannel, type NamedChannel, type NewChannelWishes } from './create'
import { peersAdded, subscriptionsAdded } from './events'
import { tellOnlookers } from './onlookers'
import { principalsMeant } from './principals'
import { canAddOthers, cannotAccessChannels, insufficientPermission, leastUsedColor, refusalOfGuest } from './rules'
import { isSubscribed, openSpans, subscriptionsOf } from './storage'

export type WantedSubscriptions = {
  named: readonly NamedChannel[]
  principals: readonly (number | string)[]
  wishes: NewChannelWishes
  /** Channels that the actor cannot read refuse the whole request; else they are left out, and told apart. */
  authorization_errors_fatal: boolean
}

/** Subscribes these people to the channels of these names, made where they do not exist: all or none. */
export function bringIn(realm: Realm, actor: User, wanted: WantedSubscriptions) {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  const principals = principalsMeant(realm, actor, wanted.principals)
  const { channels, created, unauthorized } = channelsToJoin(realm, actor, wanted)
  if (wanted.authorization_errors_fatal && unauthorized.length > 0) throw cannotAccessChannels({ names: unauthorized })
  refuseUnlessMayAdd(realm, actor, channels, principals)
  return { joined: subscribe(realm, channels, created, principals), created, unauthorized }
}

function channelsToJoin(realm: Realm, actor: User, { named, wishes }: WantedSubscriptions) {
  const open: Channel[] = []
  const created: Channel[] = []
  const unauthorized: string[] = []
  for (const each of named) {
    const channel = maybeChannelNamed(realm, each.name)
    if (channel === undefined) created.push(createChannel(realm, actor, each, wishes))
    else if (canSeeContent(channel, viewerOf(realm, actor, channel))) open.push(channel)
    else unauthorized.push(each.name)
  }
  return { channels: [...open, ...created], created, unauthorized }
}

/** Bringing others in needs more than coming in oneself. */
function refuseUnlessMayAdd(realm: Realm, actor: User, channels: readonly Channel[], principals: readonly User[]) {
  if (principals.every((user) => user.user_id === actor.user_id)) return
  const realmWide = realmAllows(realm, actor, 'can_add_subscribers_group')
  if (!channels.every((channel) => canAddOthers(channel, viewerOf(realm, actor, channel), realmWide)))
    throw insufficientPermission({})
}

export type Joined = { user_id: number; stream_id: number; name: string; already: boolean }

/** The names of those channels, for each person. */
export function namesByPerson(joined: readonly Joined[]) {
  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  for (const { user_id, name, already } of joined) {
    const names = already ? already_subscribed : subscribed
    names[user_id] = [...(names[user_id] ?? []), name]
  }
  return { subscribed, already_subscribed }
}

/** Subscribes these people to these channels, and tells everyone whom it concerns. */
export function subscribe(
  realm: Realm,
  channels: readonly Channel[],
  created: readonly Channel[],
  principals: readonly User[],
): Joined[] {
  announceCreated(realm, created)
  return channels.flatMap((channel) => join(realm, channel, principals))
}

function announceCreated(realm: Realm, created: readonly Channel[]) {
  for (const channel of created)
    realm.publish(channelsCreated({ streams: [wireChannel(channel)] }), viewersOf({ stream_id: channel.stream_id }))
  if (created.some((channel) => channel.is_default))
    realm.publish(defaultChannelsChanged({ default_streams: defaultChannelIds(realm) }), nonGuests())
}

function join(realm: Realm, channel: Channel, principals: readonly User[]): Joined[] {
  const { stream_id, name } = channel
  const already = new Set(
    principals.filter((user) => isSubscribed(realm, user.user_id, stream_id)).map((user) => user.user_id),
  )
  const newcomers = principals.filter((user) => !already.has(user.user_id))
  if (newcomers.length > 0) welcome(realm, channel, newcomers)
  return principals.map(({ user_id }) => ({ user_id, stream_id, name, already: already.has(user_id) }))
}

function welcome(realm: Realm, channel: Channel, newcomers: readonly User[]) {
  const { stream_id } = channel
  const learning = newcomers.filter((user) => !canSeeMetadata(channel, viewerOf(realm, user, channel)))
  const settings = new Map(newcomers.map((user) => [user.user_id, settingsFor(realm, user, stream_id)]))
  openSpans(
    realm,
    stream_id,
    [...settings].map(([user_id, { color }]) => ({ user_id, color })),
    realm.messageIds.last,
  )
  const now = wireChannel(maybeChannel(realm, stream_id)!)
  const ids = idsOf(newcomers)
  // Whoever gains sight of a channel hears of it before anything in it.
  if (learning.length > 0)
    realm.publish(channelsCreated({ streams: [wireChannel(channel)] }), people({ user_ids: idsOf(learning) }))
  const added = { channel: now, settings: Object.fromEntries(settings), as_of: realm.log.lastId + 1 }
  realm.publish(subscriptionsAdded(added), people({ user_ids: ids }))
  realm.publish(peersAdded({ stream_ids: [stream_id], user_ids: ids }), viewersOfSubscribers({ stream_id }), ids)
  tellOnlookers(realm, stream_id)
}

const FRESH = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}

function settingsFor(realm: Realm, user: User, stream_id: number) {
  const own = subscriptionsOf(realm, user.user_id)
  const before = own.find((each) => each.stream_id === stream_id)
  if (before === undefined)
    return { color: leastUsedColor(own.filter((each) => each.is_active).map((each) => each.color)), ...FRESH }
  const { user_id: _, stream_id: __, is_active: ___, ...settings } = before
  return settings
}

const idsOf = (users: readonly User[]) => users.map((user) => user.user_id)
