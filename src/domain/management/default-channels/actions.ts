import type { ReadOnlyRealm, Realm } from '../../../realm'
import { publishDefaultChannels } from '../../channels/channels/actions'
import type { Channel } from '../../channels/channels/channel'
import { invalidChannelId, invalidChannelName } from '../../channels/channels/rules'
import { writeChannel } from '../../channels/channels/storage'
import { findVisibleChannelByName, requireVisibleChannel } from '../../channels/subscriptions/access'
import { nonGuests } from '../../people/users/events'
import type { User } from '../../people/users/user'
import type { ChannelGroup } from './channel-group'
import { channelGroupsChanged } from './events'
import {
  alreadyInGroup,
  channelGroupDoesNotExist,
  channelGroupHasThatName,
  noGroupChanges,
  notInGroup,
  privateCannotBeDefault,
  refusalOfGroupName,
  refusalToBeInGroup,
} from './rules'
import { channelGroups, deleteGroup, insertGroup, writeGroup } from './storage'

/** Adds a channel to the default channels for new users, or removes it. A default channel leaves all groups. */
export function setDefaultChannel(
  realm: Realm,
  actor: User,
  { stream_id, is_default }: { stream_id: number; is_default: boolean },
): void {
  const channel = requireVisibleChannel(realm, actor, stream_id)
  if (channel.is_archived) throw invalidChannelId({})
  if (is_default && channel.invite_only) throw privateCannotBeDefault({})
  if (channel.is_default === is_default) return
  writeChannel(realm, { ...channel, is_default })
  if (is_default) removeFromGroups(realm, stream_id)
  publishDefaultChannels(realm)
}

export type NewGroup = { group_name: string; description: string; stream_names: readonly string[] }

export function createGroup(realm: Realm, actor: User, { group_name, description, stream_names }: NewGroup): void {
  const name = group_name.trim()
  requireFreeName(realm, name)
  const group = withChannels({ name, description, streams: [] }, channelsByName(realm, actor, stream_names))
  insertGroup(realm.sql, group)
  publishGroups(realm)
}

export type GroupChanges = { new_group_name?: string; new_description?: string }

export function updateGroup(realm: Realm, id: number, { new_group_name, new_description }: GroupChanges): void {
  const group = requireGroup(realm, id)
  if (new_group_name === undefined && new_description === undefined) throw noGroupChanges({})
  const name = new_group_name?.trim() ?? group.name
  if (new_group_name !== undefined && name === group.name) throw channelGroupHasThatName({ name })
  if (name !== group.name) requireFreeName(realm, name, id)
  writeGroup(realm.sql, { ...group, name, description: new_description ?? group.description })
  publishGroups(realm)
}

export function removeGroup(realm: Realm, id: number): void {
  requireGroup(realm, id)
  deleteGroup(realm.sql, id)
  publishGroups(realm)
}

export type ChannelsChange = { op: 'add' | 'remove'; stream_names: readonly string[] }

export function updateGroupChannels(realm: Realm, actor: User, id: number, { op, stream_names }: ChannelsChange): void {
  const group = requireGroup(realm, id)
  const channels = channelsByName(realm, actor, stream_names)
  writeGroup(realm.sql, op === 'add' ? withChannels(group, channels) : withoutChannels(group, channels))
  publishGroups(realm)
}

/** Removes a channel from all groups, because new users can no longer choose it. */
export function removeFromGroups(realm: Realm, stream_id: number): void {
  const groups = channelGroups(realm.sql).filter((group) => group.streams.includes(stream_id))
  for (const group of groups)
    writeGroup(realm.sql, { ...group, streams: group.streams.filter((id) => id !== stream_id) })
  if (groups.length > 0) publishGroups(realm)
}

const publishGroups = (realm: Realm) =>
  realm.publish(channelGroupsChanged({ default_stream_groups: channelGroups(realm.sql) }), nonGuests())

function requireGroup(realm: ReadOnlyRealm, id: number): ChannelGroup {
  const group = channelGroups(realm.sql).find((candidate) => candidate.id === id)
  if (group === undefined) throw channelGroupDoesNotExist({ id })
  return group
}

function requireFreeName(realm: ReadOnlyRealm, name: string, own_id?: number): void {
  const others = channelGroups(realm.sql).filter(({ id }) => id !== own_id)
  const refusal = refusalOfGroupName(name, others)
  if (refusal) throw refusal
}

/** Returns the channels with these names, each once. Throws if one is archived or the actor cannot see it. */
function channelsByName(realm: ReadOnlyRealm, actor: User, names: readonly string[]): Channel[] {
  const channels = names.map((name) => {
    const channel = findVisibleChannelByName(realm, actor, name.trim())
    if (channel === undefined || channel.is_archived) throw invalidChannelName({ name })
    return channel
  })
  return [...new Set(channels)]
}

function withChannels<Group extends Omit<ChannelGroup, 'id'>>(group: Group, channels: readonly Channel[]): Group {
  for (const channel of channels) {
    if (group.streams.includes(channel.stream_id)) throw alreadyInGroup({ channel: channel.name, group: group.name })
    const refusal = refusalToBeInGroup(channel, group.name)
    if (refusal) throw refusal
  }
  const ids = channels.map(({ stream_id }) => stream_id)
  return { ...group, streams: [...group.streams, ...ids].sort((a, b) => a - b) }
}

function withoutChannels(group: ChannelGroup, channels: readonly Channel[]): ChannelGroup {
  for (const { stream_id, name } of channels)
    if (!group.streams.includes(stream_id)) throw notInGroup({ channel: name, group: group.name })
  const removed = new Set(channels.map(({ stream_id }) => stream_id))
  return { ...group, streams: group.streams.filter((id) => !removed.has(id)) }
}
