import { mapTable } from '../../api/table'
import { renderTemplate } from '../../markdown/render'
import type { Template } from '../../markdown/references'
import type { Realm } from '../../realm'
import {
  channelsCreated,
  channelsDeleted,
  defaultChannelIds,
  defaultChannelsChanged,
  wireChannel,
} from '../channels/events'
import { channelPermissions, type ChannelPermission } from '../channels/permissions'
import { canSeeContent, canSeeMetadata, refusalOfChannelName, refusalOfDescription } from '../channels/rules'
import { insertChannel, maybeChannel, maybeChannelNamed } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { realmAllows } from '../groups/standing'
import { defaultHolders, type GroupSetting } from '../realm/permissions'
import { mustBeAdministrator } from '../users/callers'
import { nonGuests, people } from '../users/events'
import { isAdministrator } from '../users/rules'
import type { User } from '../users/user'
import { viewerOf, viewersOf, viewersOfSubscribers } from './access'
import { peersAdded, peersRemoved, subscriptionsAdded, subscriptionsRemoved } from './events'
import { mentionableBy } from './mentionable'
import {
  canAddOthers,
  cannotAccessChannels,
  insufficientPermission,
  leastUsedColor,
  refusalOfPrivacy,
  type ChannelWishes,
} from './rules'
import { closeSpans, isSubscribed, openSpans, subscriptionsOf } from './storage'

export type NamedChannel = { name: string; description: string; template: Template }

/** Settings for channels that do not exist yet; for those that do they mean nothing. */
export type NewChannelWishes = ChannelWishes & { permissions: Partial<Record<ChannelPermission, GroupSetting>> }

/** The channels of these names that the actor may bring people into, made where they do not exist. */
export function channelsToJoin(realm: Realm, actor: User, named: readonly NamedChannel[], wishes: NewChannelWishes) {
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

function createChannel(
  realm: Realm,
  actor: User,
  { name, description, template }: NamedChannel,
  wishes: NewChannelWishes,
): Channel {
  const mayCreate = realmAllows(
    realm,
    actor,
    wishes.invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
  )
  const refusal = refusalOfChannelName(name) ?? refusalOfDescription(description) ?? refusalOfPrivacy(wishes)
  if (refusal) throw refusal
  if (!mayCreate) throw insufficientPermission({})
  if (wishes.is_default_stream && !isAdministrator(actor)) throw mustBeAdministrator({})
  const channel = insertChannel(realm, {
    name,
    description,
    rendered_description: renderTemplate(template, mentionableBy(realm, actor)).html,
    date_created: realm.now(),
    creator_id: actor.user_id,
    invite_only: wishes.invite_only,
    is_web_public: wishes.is_web_public,
    history_public_to_subscribers: wishes.history_public_to_subscribers ?? !wishes.invite_only,
    is_archived: false,
    is_default: wishes.is_default_stream,
    message_retention_days: null,
    topics_policy: 'inherit',
    first_message_id: null,
    folder_id: null,
    is_recently_active: true,
    subscriber_count: 0,
    weekly_traffic: null,
    permissions: { ...initialPermissions(actor), ...wishes.permissions },
  })
  return channel
}

const initialPermissions = ({ user_id }: User): Channel['permissions'] =>
  mapTable(channelPermissions, (rules) => defaultHolders(rules, user_id))

export type Joined = { user_id: number; name: string; already: boolean }

/** Subscribes these people to these channels, all or none, and tells everyone whom it concerns. */
export function subscribe(
  realm: Realm,
  channels: readonly Channel[],
  created: readonly Channel[],
  principals: readonly User[],
): Joined[] {
  announceCreated(realm, created)
  return channels.flatMap((channel) => join(realm, channel, principals))
}

/** Bringing others in needs more than coming in oneself. */
export function refuseUnlessMayAdd(
  realm: Realm,
  actor: User,
  channels: readonly Channel[],
  principals: readonly User[],
): void {
  if (principals.every((user) => user.user_id === actor.user_id)) return
  const realmWide = realmAllows(realm, actor, 'can_add_subscribers_group')
  if (!channels.every((channel) => canAddOthers(channel, viewerOf(realm, actor, channel), realmWide)))
    throw insufficientPermission({})
}

export function refuseUnauthorized(unauthorized: readonly string[]): void {
  if (unauthorized.length > 0) throw cannotAccessChannels({ names: [...unauthorized] })
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
  return principals.map(({ user_id }) => ({ user_id, name, already: already.has(user_id) }))
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

/** Takes these people out of a channel, and answers those who were in it. Who loses sight of it is told that it is gone. */
export function unsubscribe(realm: Realm, channel: Channel, leavers: readonly User[]): User[] {
  const { stream_id, name, is_archived } = channel
  const leaving = leavers.filter((user) => isSubscribed(realm, user.user_id, stream_id))
  if (leaving.length === 0) return []
  const ids = idsOf(leaving)
  closeSpans(realm, stream_id, ids, realm.messageIds.last)
  realm.publish(subscriptionsRemoved({ stream_id, name, is_archived }), people({ user_ids: ids }))
  const losing = leaving.filter((user) => !canSeeMetadata(channel, viewerOf(realm, user, channel)))
  if (losing.length > 0)
    realm.publish(
      channelsDeleted({ streams: [{ stream_id }], stream_ids: [stream_id], archived: false }),
      people({ user_ids: idsOf(losing) }),
    )
  realm.publish(peersRemoved({ stream_ids: [stream_id], user_ids: ids }), viewersOfSubscribers({ stream_id }))
  return leaving
}

const idsOf = (users: readonly User[]) => users.map((user) => user.user_id)
