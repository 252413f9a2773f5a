import * as v from 'valibot'
import { named } from '../../../api/named'
import { mapTable, keysOf } from '../../../api/table'
import { event, type ReadOnlyRealm } from '../../../realm'
import type { Queue } from '../../../events/queue'
import { permissionsWithActiveHolders } from '../../people/groups/active-holders'
import { isSameSetting } from '../../people/groups/rules'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { groupSetting, type GroupSetting } from '../../realm/settings/permissions'
import { userAtEvent } from '../../people/users/role-history-storage'
import { GUEST } from '../../people/users/user'
import { channelPermissions } from './permissions'
import { TOPICS_POLICIES, type Channel } from './channel'

/** The fields of a channel in responses and events (API rule 7). */
export const channelFields = {
  stream_id: v.number(),
  name: v.string(),
  is_archived: v.boolean(),
  description: v.string(),
  rendered_description: v.string(),
  date_created: v.number(),
  creator_id: v.nullable(v.number()),
  invite_only: v.boolean(),
  is_web_public: v.boolean(),
  history_public_to_subscribers: v.boolean(),
  message_retention_days: v.nullable(v.number()),
  topics_policy: v.picklist(TOPICS_POLICIES),
  default_push_notifications: v.boolean(),
  first_message_id: v.nullable(v.number()),
  folder_id: v.nullable(v.number()),
  is_recently_active: v.boolean(),
  stream_post_policy: v.number(),
  is_announcement_only: v.boolean(),
  subscriber_count: v.number(),
  stream_weekly_traffic: v.nullable(v.number()),
  ...mapTable(channelPermissions, () => groupSetting),
}

export const channelShape = named('Channel', v.strictObject(channelFields))
export type WireChannel = ReturnType<typeof wireChannel>

export function wireChannel(realm: ReadOnlyRealm, channel: Channel) {
  const { permissions, is_default: _, weekly_traffic, ...fields } = channel
  const stream_post_policy = legacyPostPolicy(permissions.can_send_message_group)
  return {
    ...fields,
    ...permissionsWithActiveHolders(realm, permissions),
    stream_post_policy,
    is_announcement_only: stream_post_policy === ADMINISTRATORS_POST,
    stream_weekly_traffic: weekly_traffic,
  }
}

const ADMINISTRATORS_POST = 2

// Older clients know four posting policies. They show any other group as "everyone".
function legacyPostPolicy(group: GroupSetting): number {
  if (group === SYSTEM_GROUPS['role:administrators']) return ADMINISTRATORS_POST
  if (group === SYSTEM_GROUPS['role:fullmembers']) return 3
  if (group === SYSTEM_GROUPS['role:moderators']) return 4
  return 1
}

type Created = {
  streams: WireChannel[]
  /** Users who can see the subscribers get a `peer_add` event next. Their clients count from 0. */
  peer_add_follows?: boolean
  /** The channel was unarchived. Only clients without the `archived_channels` capability need the event. */
  is_unarchived?: boolean
}

export const channelsCreated = event<Created>({
  type: 'stream',
  op: 'create',
  summary: 'Channels were created, or the recipient can see them from now on.',
  recipients: { channel_viewers: true, users: 'the users who can see the channels from now on' },
  dependsOn: ['archived_channels'],
  updates: 'stream',
  fields: { streams: v.array(channelShape) },
  accepts: (_, { streams, is_unarchived }, queue) =>
    is_unarchived
      ? !isVisibleToClient(queue, true)
      : streams.every((channel) => isVisibleToClient(queue, channel.is_archived)),
  variant: (realm, { peer_add_follows }, queue, event_id) =>
    peer_add_follows && receivesPeerEvents(realm, queue, event_id) ? 'counts' : '',
  encode: (realm, { streams, peer_add_follows }, queue, event_id) => ({
    streams:
      peer_add_follows && receivesPeerEvents(realm, queue, event_id)
        ? streams.map((channel) => ({ ...channel, subscriber_count: 0 }))
        : streams,
  }),
  repeats: (_, { streams, peer_add_follows = false, is_unarchived = false }) => ({
    group: `${peer_add_follows} ${is_unarchived} ${streams.some(({ is_archived }) => is_archived)}`,
  }),
})

const receivesPeerEvents = (realm: ReadOnlyRealm, { user_id }: Queue, event_id: number) =>
  (userAtEvent(realm, user_id, event_id)?.role ?? GUEST) < GUEST

/** Whether a client receives events about this channel: without the capability `archived_channels`, an archived one is deleted. */
export const isVisibleToClient = (queue: Queue, is_archived: boolean): boolean =>
  !is_archived || queue.client.capabilities.archived_channels === true

type Updated = {
  stream_id: number
  name: string
  property: string
  value: unknown
  rendered_description?: string
  history_public_to_subscribers?: boolean
  is_web_public?: boolean
  is_archived?: boolean // clients without the capability `archived_channels` do not receive the event
}

export const channelUpdated = event<Updated>({
  type: 'stream',
  op: 'update',
  summary: 'One property of a channel changed.',
  recipients: { channel_viewers: true, channel_viewers_without_subscriber_access: true },
  dependsOn: ['archived_channels'],
  updates: 'stream',
  fields: {
    stream_id: v.number(),
    name: v.string(),
    property: v.string(),
    value: v.nullable(v.union([v.boolean(), v.number(), v.string(), groupSetting])),
    rendered_description: v.optional(v.string()),
    history_public_to_subscribers: v.optional(v.boolean()),
    is_web_public: v.optional(v.boolean()),
  },
  accepts: (_, { property, is_archived }, queue) => isVisibleToClient(queue, concernsArchived(property, is_archived)),
  repeats: (_, { property, is_archived }) => ({ group: String(concernsArchived(property, is_archived)) }),
  encode: (_, { is_archived: __, ...fields }) => fields,
})

const concernsArchived = (property: string, is_archived = false): boolean => is_archived || property === 'is_archived'

/**
 * Returns an update for each property that differs. Updates up to the one of the name itself have the old name, which clients
 * still show. Later updates have the new name.
 */
export function updatesBetween(before: Channel, after: Channel): Updated[] {
  const { stream_id, name, is_archived } = before
  const { history_public_to_subscribers, is_web_public, rendered_description } = after
  const differs = (...names: (keyof Channel)[]) => names.some((name) => before[name] !== after[name])
  const updates: Pick<Updated, 'property' | 'value'>[] = []
  const add = (property: string, value: unknown, more: Partial<Updated> = {}) =>
    updates.push({ property, value, ...more })

  if (differs('invite_only', 'is_web_public', 'history_public_to_subscribers'))
    add('invite_only', after.invite_only, { history_public_to_subscribers, is_web_public })
  if (differs('message_retention_days')) add('message_retention_days', after.message_retention_days)
  if (differs('folder_id')) add('folder_id', after.folder_id)
  if (differs('default_push_notifications')) add('default_push_notifications', after.default_push_notifications)
  if (differs('topics_policy')) add('topics_policy', after.topics_policy)
  if (differs('description')) add('description', after.description, { rendered_description })
  if (differs('name')) add('name', after.name)
  const renamed = { name: after.name }
  for (const permission of keysOf(channelPermissions)) {
    const value = after.permissions[permission]
    if (isSameSetting(before.permissions[permission], value)) continue
    add(permission, value, renamed)
    if (permission === 'can_send_message_group') add('stream_post_policy', legacyPostPolicy(value), renamed)
  }
  return updates.map((update) => ({ stream_id, name, is_archived, ...update }))
}

export const channelsDeleted = event<{ streams: { stream_id: number }[]; stream_ids: number[]; archived: boolean }>({
  type: 'stream',
  op: 'delete',
  summary: 'Channels were archived, or the recipient can no longer see them.',
  recipients: { channel_viewers: true, users: 'the users who can no longer see the channels' },
  dependsOn: ['archived_channels'],
  updates: 'stream',
  fields: { streams: v.array(v.strictObject({ stream_id: v.number() })), stream_ids: v.array(v.number()) },
  accepts: (_, { archived }, queue) => !archived || !isVisibleToClient(queue, archived),
  repeats: (_, { archived }) => ({ group: String(archived) }),
  encode: (_, { streams, stream_ids }) => ({ streams, stream_ids }),
})

export const defaultChannelsChanged = event<{ default_streams: readonly number[] }>({
  type: 'default_streams',
  summary: 'The default channels for new users changed. The event lists all of them.',
  recipients: { role_at_least: 'all users except guests', users: 'the user who became a guest, or is no longer one' },
  updates: 'default_streams',
  fields: { default_streams: v.array(v.number()) },
})
