import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { invalidChannelName } from '../../channels/channels/rules'
import { findVisibleChannelByName } from '../../channels/subscriptions/access'
import { nonGuests } from '../../people/users/events'
import type { User } from '../../people/users/user'
import type { ChannelGroup } from './group'
import { channelGroupsChanged } from './group-events'
import {
  alreadyInGroup,
  channelGroupDoesNotExist,
  channelGroupHasThatName,
  nothingNewOfGroup,
  notInGroup,
  refusalOfGroupName,
  refusalToBeInGroup,
} from './group-rules'
import { channelGroups, deleteGroup, insertGroup, writeGroup } from './group-storage'

export type WantedGroup = { group_name: string; description: string; stream_names: readonly string[] }

export function makeGroup(realm: Realm, actor: User, { group_name, description, stream_names }: WantedGroup): void {
  const name = group_name.trim()
  refuseName(realm, name)
  const group = withChannels({ name, description, streams: [] }, channelsNamed(realm, actor, stream_names))
  insertGroup(realm.sql, group)
  tellOfGroups(realm)
}

type News = { new_group_name?: string; new_description?: string }

export function renameGroup(realm: Realm, id: number, { new_group_name, new_description }: News): void {
  const group = groupOf(realm, id)
  if (new_group_name === undefined && new_description === undefined) throw nothingNewOfGroup({})
  const name = new_group_name?.trim() ?? group.name
  if (new_group_name !== undefined && name === group.name) throw channelGroupHasThatName({ name })
  if (name !== group.name) refuseName(realm, name, id)
  writeGroup(realm.sql, { ...group, name, description: new_description ?? group.description })
  tellOfGroups(realm)
}

export function endGroup(realm: Realm, id: number): void {
  groupOf(realm, id)
  deleteGroup(realm.sql, id)
  tellOfGroups(realm)
}

export type GroupChange = { op: 'add' | 'remove'; stream_names: readonly string[] }

export function changeGroup(realm: Realm, actor: User, id: number, { op, stream_names }: GroupChange): void {
  const group = groupOf(realm, id)
  const channels = channelsNamed(realm, actor, stream_names)
  writeGroup(realm.sql, op === 'add' ? withChannels(group, channels) : withoutChannels(group, channels))
  tellOfGroups(realm)
}

/** The channel is no longer one that newcomers could choose. */
export function takeOutOfGroups(realm: Realm, stream_id: number): void {
  const groups = channelGroups(realm.sql).filter((group) => group.streams.includes(stream_id))
  for (const group of groups)
    writeGroup(realm.sql, { ...group, streams: group.streams.filter((id) => id !== stream_id) })
  if (groups.length > 0) tellOfGroups(realm)
}

const tellOfGroups = (realm: Realm) =>
  realm.publish(channelGroupsChanged({ default_stream_groups: channelGroups(realm.sql) }), nonGuests())

function groupOf(realm: Realm, id: number): ChannelGroup {
  const group = channelGroups(realm.sql).find((each) => each.id === id)
  if (group === undefined) throw channelGroupDoesNotExist({ id })
  return group
}

function refuseName(realm: Realm, name: string, own?: number): void {
  const others = channelGroups(realm.sql).filter(({ id }) => id !== own)
  const refusal = refusalOfGroupName(name, others)
  if (refusal) throw refusal
}

function channelsNamed(realm: Realm, actor: User, names: readonly string[]): Channel[] {
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
  const gone = new Set(channels.map(({ stream_id }) => stream_id))
  return { ...group, streams: group.streams.filter((id) => !gone.has(id)) }
}
