import * as v from 'valibot'
import { mapTable } from '../../api/table'
import { event, type Realm } from '../../realm'
import type { Queue } from '../../events/queues'
import { groupSetting } from '../groups/events'
import { SYSTEM_GROUPS } from '../realm/system-groups'
import type { GroupSetting } from '../realm/permissions'
import { channelPermissions } from './permissions'
import { TOPICS_POLICIES, type Channel } from './channel'

/** A channel as those who may know of it see it (specification 2.7). */
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
  first_message_id: v.nullable(v.number()),
  folder_id: v.nullable(v.number()),
  is_recently_active: v.boolean(),
  stream_post_policy: v.number(),
  is_announcement_only: v.boolean(),
  subscriber_count: v.number(),
  stream_weekly_traffic: v.nullable(v.number()),
  ...mapTable(channelPermissions, () => groupSetting),
}

export const channelShape = v.strictObject(channelFields)
export type WireChannel = ReturnType<typeof wireChannel>

export function wireChannel(channel: Channel) {
  const { permissions, is_default: _, weekly_traffic, ...fields } = channel
  const stream_post_policy = legacyPostPolicy(permissions.can_send_message_group)
  return {
    ...fields,
    ...permissions,
    stream_post_policy,
    is_announcement_only: stream_post_policy === ADMINISTRATORS_POST,
    stream_weekly_traffic: weekly_traffic,
  }
}

const ADMINISTRATORS_POST = 2

// Clients older than the permission groups know four policies; whatever else the group says is "everyone" to them.
function legacyPostPolicy(group: GroupSetting): number {
  if (group === SYSTEM_GROUPS['role:administrators']) return ADMINISTRATORS_POST
  if (group === SYSTEM_GROUPS['role:fullmembers']) return 3
  if (group === SYSTEM_GROUPS['role:moderators']) return 4
  return 1
}

export const channelsCreated = event<{ streams: WireChannel[] }>({
  type: 'stream',
  op: 'create',
  keeps: 'stream',
  fields: { streams: v.array(channelShape) },
  accepts: (_, { streams }, queue) => streams.every((channel) => isKnownTo(queue, channel.is_archived)),
})

/** Clients that do not know archived channels hear nothing of them once they are told that the channel is gone. */
export const isKnownTo = (queue: Queue, is_archived: boolean): boolean =>
  !is_archived || queue.client.capabilities.archived_channels === true

export const channelUpdated = event<{ stream_id: number; name: string; property: string; value: unknown }>({
  type: 'stream',
  op: 'update',
  keeps: 'stream',
  fields: { stream_id: v.number(), name: v.string(), property: v.string(), value: v.unknown() },
  accepts: (_, { property }, queue) => isKnownTo(queue, property === 'is_archived'),
})

export const channelsDeleted = event<{ streams: { stream_id: number }[]; stream_ids: number[]; archived: boolean }>({
  type: 'stream',
  op: 'delete',
  keeps: 'stream',
  fields: { streams: v.array(v.strictObject({ stream_id: v.number() })), stream_ids: v.array(v.number()) },
  accepts: (_, { archived }, queue) => !archived || !isKnownTo(queue, archived),
  encode: (_, { streams, stream_ids }) => ({ streams, stream_ids }),
})

export const defaultChannelsChanged = event<{ default_streams: number[] }>({
  type: 'default_streams',
  keeps: 'default_streams',
  fields: { default_streams: v.array(v.number()) },
})

export const defaultChannelIds = (realm: Realm): number[] =>
  realm.sql.all<{ stream_id: number }>`SELECT stream_id FROM channels WHERE is_default = 1 ORDER BY stream_id`.map(
    (row) => row.stream_id,
  )
