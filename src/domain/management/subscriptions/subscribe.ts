import { publishDefaultChannels } from '../../channels/channels/actions'
import type { Realm } from '../../../realm'
import { channelsCreated, wireChannel } from '../../channels/channels/events'
import { canSeeContent } from '../../channels/channels/rules'
import { channelNameKey, findChannelByName } from '../../channels/channels/storage'
import type { Channel } from '../../channels/channels/channel'
import { realmAllows } from '../../people/groups/standing'
import { MAX_NEW_CHANNELS_AT_ONCE } from '../../realm/settings/limits'
import { acquainting } from '../../people/users/meeting'
import { idsOf, type User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import { loadViewerAccess, channelViewers } from '../../channels/subscriptions/access'
import { createChannel, type NamedChannel, type NewChannelWishes } from '../new-channels/create'
import { principalsMeant } from './principals'
import {
  canAddOthers,
  cannotAccessChannels,
  leastUsedColor,
  refusalOfGuest,
  refusalOfSubscriptionCount,
  tooManyNewChannels,
} from '../../channels/subscriptions/rules'
import { openSubscriptions, subscribersAndUsers, subscriptionsOfEach } from '../../channels/subscriptions/storage'
import {
  DEFAULT_PERSONAL_SETTINGS,
  personalSettingsOf,
  type Subscription,
} from '../../channels/subscriptions/subscription'
import { publishNewSubscribers, type NewSubscribers } from '../../channels/subscriptions/new-subscribers'

export type WantedSubscriptions = {
  named: readonly NamedChannel[]
  principals: readonly (number | string)[]
  wishes: NewChannelWishes
  /** The colours that the newcomers want, by the keys of the channels' names. */
  colors?: ReadonlyMap<string, string>
  /** Channels that the actor cannot read refuse the whole request; else they are left out, and told apart. */
  authorization_errors_fatal: boolean
}

/** Subscribes these people to the channels of these names, made where they do not exist: all or none. */
export function bringIn(realm: Realm, actor: User, wanted: WantedSubscriptions) {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  const principals = principalsMeant(realm, actor, wanted.principals)
  const excess = refusalOfSubscriptionCount(wanted.named, principals)
  if (excess) throw excess
  const { channels, created, unauthorized } = channelsToJoin(realm, actor, wanted)
  if (wanted.authorization_errors_fatal && unauthorized.length > 0) throw cannotAccessChannels({ names: unauthorized })
  refuseUnlessMayAdd(realm, actor, channels, principals)
  return { joined: subscribe(realm, { channels, created, principals, colors: wanted.colors }), created, unauthorized }
}

function channelsToJoin(realm: Realm, actor: User, { named, wishes }: WantedSubscriptions) {
  const open: Channel[] = []
  const created: Channel[] = []
  const unauthorized: string[] = []
  for (const each of named) {
    const channel = findChannelByName(realm, each.name)
    if (channel === undefined) {
      if (created.length === MAX_NEW_CHANNELS_AT_ONCE) throw tooManyNewChannels({})
      created.push(createChannel(realm, actor, each, wishes))
    } else if (canSeeContent(channel, loadViewerAccess(realm, actor, channel))) open.push(channel)
    else unauthorized.push(each.name)
  }
  return { channels: [...open, ...created], created, unauthorized }
}

/** Bringing others in needs more than coming in oneself. */
function refuseUnlessMayAdd(realm: Realm, actor: User, channels: readonly Channel[], principals: readonly User[]) {
  if (principals.every((user) => user.user_id === actor.user_id)) return
  const realmWide = realmAllows(realm, actor, 'can_add_subscribers_group')
  if (!channels.every((channel) => canAddOthers(channel, loadViewerAccess(realm, actor, channel), realmWide)))
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

type Joining = {
  channels: readonly Channel[]
  /** Those of the channels that nobody was told of yet. */
  created: readonly Channel[]
  principals: readonly User[]
  colors?: ReadonlyMap<string, string>
}

/** Subscribes these people to these channels, and tells everyone whom it concerns. */
export function subscribe(realm: Realm, { channels, created, principals, colors = new Map() }: Joining): Joined[] {
  announceCreated(realm, created)
  const arrivals = arrivalsIn(realm, channels, principals, colors)
  acquainting(
    realm,
    () => subscribersAndUsers(realm, channels, principals),
    () => {
      for (const { channel, newcomers } of arrivals)
        openSubscriptions(realm, channel.stream_id, newcomers, realm.messageIds.last)
    },
  )
  publishNewSubscribers(realm, arrivals)
  const arrived = new Map(
    arrivals.map(({ channel, newcomers }) => [channel, new Set(newcomers.map(({ user_id }) => user_id))]),
  )
  return channels.flatMap((channel) =>
    principals.map(({ user_id }) => ({
      user_id,
      stream_id: channel.stream_id,
      name: channel.name,
      already: !arrived.get(channel)?.has(user_id),
    })),
  )
}

function announceCreated(realm: Realm, created: readonly Channel[]) {
  for (const channel of created)
    realm.publish(
      channelsCreated({ streams: [wireChannel(realm, channel)] }),
      channelViewers({ stream_id: channel.stream_id }),
    )
  if (created.some((channel) => channel.is_default)) publishDefaultChannels(realm)
}

/** Who is new where, with what they made of the channel before. A colour is the wanted one, or the one they have used least. */
function arrivalsIn(
  realm: Realm,
  channels: readonly Channel[],
  principals: readonly User[],
  wanted: ReadonlyMap<string, string>,
): NewSubscribers[] {
  const own = subscriptionsOfEach(realm.sql, idsOf(principals))
  const known = new Map([...own].map(([user_id, all]) => [user_id, new Map(all.map((each) => [each.stream_id, each]))]))
  const used = new Map([...own].map(([user_id, all]) => [user_id, all.filter(isActive).map(({ color }) => color)]))
  const arrival = (channel: Channel) => (user: User) => {
    const before = known.get(user.user_id)?.get(channel.stream_id)
    if (before?.is_active) return []
    const colors = used.get(user.user_id) ?? []
    const kept = before ? personalSettingsOf(before) : { ...DEFAULT_PERSONAL_SETTINGS, color: leastUsedColor(colors) }
    const settings = { ...kept, color: wanted.get(channelNameKey(channel.name)) ?? kept.color }
    used.set(user.user_id, [...colors, settings.color])
    return [{ user, user_id: user.user_id, color: settings.color, settings }]
  }
  return channels
    .map((channel) => ({ channel, newcomers: principals.flatMap(arrival(channel)) }))
    .filter(({ newcomers }) => newcomers.length > 0)
}

const isActive = (subscription: Subscription) => subscription.is_active
