import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import type { Channel } from './channel'

type Flag =
  | 'invite_only'
  | 'is_web_public'
  | 'history_public_to_subscribers'
  | 'is_archived'
  | 'is_default'
  | 'default_push_notifications'
  | 'is_recently_active'
type ChannelRow = Omit<Channel, Flag | 'permissions'> & Record<Flag, number> & { permissions: string }

/** Returns the form of a name by which channels are compared: case does not matter. */
export const channelNameKey = (name: string) => name.toLowerCase()

const channelCache = cacheKeyById<number, Channel | undefined>()
const channelIdsCache = cacheKey<{ stream_id: number }[]>()

const COLUMNS = sqlText`
  stream_id, name, description, rendered_description, date_created, creator_id, invite_only, is_web_public,
  history_public_to_subscribers, is_archived, is_default, default_push_notifications, message_retention_days, topics_policy,
  first_message_id, folder_id, is_recently_active, subscriber_count, weekly_traffic, permissions`

export const findChannel = (realm: ReadOnlyRealm, stream_id: number): Channel | undefined =>
  realm.cache.get(channelCache(stream_id), () => {
    const row = realm.sql.maybe<ChannelRow>`SELECT ${COLUMNS} FROM channels WHERE stream_id = ${stream_id}`
    return row && channelOf(row)
  })

/** Reads the channels with these ids, as far as memory does not have them: `findChannel` then reads no row for each of them. */
export function readChannels(realm: Realm, first_id: number, last_id: number): void {
  const rows = realm.sql.all<ChannelRow>`
    SELECT ${COLUMNS} FROM channels WHERE stream_id BETWEEN ${first_id} AND ${last_id}`
  for (const row of rows) realm.cache.get(channelCache(row.stream_id), () => channelOf(row))
}

/** Returns a channel that exists. Throws if it does not, which is a mistake of the server. */
export function getChannel(realm: ReadOnlyRealm, stream_id: number): Channel {
  const channel = findChannel(realm, stream_id)
  if (channel === undefined) throw new Error(`Channel ${stream_id} has no row`)
  return channel
}

export function findChannelByName(realm: ReadOnlyRealm, name: string): Channel | undefined {
  const row = realm.sql.maybe<{
    stream_id: number
  }>`SELECT stream_id FROM channels WHERE name_key = ${channelNameKey(name)}`
  return row && findChannel(realm, row.stream_id)
}

/** The list of all channels, and the ids of the channels that have changed since the realm made the list. */
const channelListCache = cacheKey<{ channels: readonly Channel[]; changed: Set<number> }>()

/** Returns all channels in the order of their ids. The same list until one of them changes. */
export function allChannels(realm: ReadOnlyRealm): readonly Channel[] {
  const list = realm.cache.get(channelListCache, () => ({
    channels: allChannelIds(realm).map(({ stream_id }) => getChannel(realm, stream_id)),
    changed: new Set<number>(),
  }))
  const { channels, changed } = list
  if (changed.size > 0) {
    // Ids only grow, so a new channel is behind all others.
    list.channels = allChannelIds(realm).map(({ stream_id }, nth) =>
      changed.has(stream_id) ? getChannel(realm, stream_id) : channels[nth]!,
    )
    changed.clear()
  }
  return list.channels
}

function forgetChannel(realm: Realm, stream_id: number): void {
  realm.cache.invalidate(channelCache(stream_id))
  realm.cache.find(channelListCache)?.changed.add(stream_id)
}

/** Returns the same list until a channel is added or removed. */
export const allChannelIds = (realm: ReadOnlyRealm): readonly { stream_id: number }[] =>
  realm.cache.get(
    channelIdsCache,
    () => realm.sql.all<{ stream_id: number }>`SELECT stream_id FROM channels ORDER BY stream_id`,
  )

/** Returns the channels that new users are subscribed to, unless their invitation names other channels. */
export const defaultChannels = (realm: ReadOnlyRealm): Channel[] =>
  allChannels(realm).filter((channel) => channel.is_default && !channel.is_archived)

export function defaultChannelIds(realm: ReadOnlyRealm): readonly number[] {
  const channels = allChannels(realm)
  const ids =
    defaultIds.get(channels) ?? channels.flatMap(({ stream_id, is_default }) => (is_default ? [stream_id] : []))
  defaultIds.set(channels, ids)
  return ids
}

const defaultIds = new WeakMap<readonly Channel[], readonly number[]>()

const channelOf = (row: ChannelRow): Channel => ({
  ...row,
  invite_only: row.invite_only === 1,
  is_web_public: row.is_web_public === 1,
  history_public_to_subscribers: row.history_public_to_subscribers === 1,
  is_archived: row.is_archived === 1,
  is_default: row.is_default === 1,
  default_push_notifications: row.default_push_notifications === 1,
  is_recently_active: row.is_recently_active === 1,
  permissions: JSON.parse(row.permissions),
})

/** Inserts a channel with the next id, and returns it. */
export function insertChannel(realm: Realm, channel: Omit<Channel, 'stream_id'>): Channel {
  const { stream_id } = realm.sql.one<{
    stream_id: number
  }>`SELECT coalesce(max(stream_id), 0) + 1 AS stream_id FROM channels`
  realm.sql.run`
    INSERT INTO channels (stream_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
                          is_web_public, history_public_to_subscribers, is_archived, is_default, default_push_notifications,
                          message_retention_days, topics_policy, first_message_id, folder_id, is_recently_active, subscriber_count, weekly_traffic, permissions)
    VALUES (${stream_id}, ${channel.name}, ${channelNameKey(channel.name)}, ${channel.description}, ${channel.rendered_description},
            ${channel.date_created}, ${channel.creator_id}, ${channel.invite_only}, ${channel.is_web_public},
            ${channel.history_public_to_subscribers}, ${channel.is_archived}, ${channel.is_default},
            ${channel.default_push_notifications}, ${channel.message_retention_days},
            ${channel.topics_policy}, ${channel.first_message_id}, ${channel.folder_id}, ${channel.is_recently_active},
            ${channel.subscriber_count}, ${channel.weekly_traffic}, ${JSON.stringify(channel.permissions)})`
  // A request may create hundreds of channels, and asks for their number each time.
  const cached = realm.cache.find(channelIdsCache)
  if (cached) realm.cache.set(channelIdsCache, [...cached, { stream_id }])
  forgetChannel(realm, stream_id)
  return getChannel(realm, stream_id)
}

/** Writes the fields that a user can change. */
export function writeChannel(realm: Realm, channel: Channel): void {
  realm.sql.run`
    UPDATE channels SET name = ${channel.name}, name_key = ${channelNameKey(channel.name)}, description = ${channel.description},
                        rendered_description = ${channel.rendered_description}, invite_only = ${channel.invite_only},
                        is_web_public = ${channel.is_web_public}, is_default = ${channel.is_default},
                        default_push_notifications = ${channel.default_push_notifications},
                        history_public_to_subscribers = ${channel.history_public_to_subscribers},
                        message_retention_days = ${channel.message_retention_days}, topics_policy = ${channel.topics_policy},
                        folder_id = ${channel.folder_id},
                        permissions = ${JSON.stringify(channel.permissions)}
    WHERE stream_id = ${channel.stream_id}`
  forgetChannel(realm, channel.stream_id)
}

/** Archives a channel. An archived channel is not a default channel. */
export function writeArchived(realm: Realm, stream_id: number): void {
  realm.sql.run`UPDATE channels SET is_archived = 1, is_default = 0 WHERE stream_id = ${stream_id}`
  forgetChannel(realm, stream_id)
}

export function writeUnarchived(realm: Realm, stream_id: number): void {
  realm.sql.run`UPDATE channels SET is_archived = 0 WHERE stream_id = ${stream_id}`
  forgetChannel(realm, stream_id)
}

export function writeFirstMessage(realm: Realm, stream_id: number, first_message_id: number | null): void {
  realm.sql.run`UPDATE channels SET first_message_id = ${first_message_id} WHERE stream_id = ${stream_id}`
  forgetChannel(realm, stream_id)
}

export function writeChannelActivity(
  realm: Realm,
  stream_id: number,
  { is_recently_active, weekly_traffic }: Pick<Channel, 'is_recently_active' | 'weekly_traffic'>,
): void {
  realm.sql.run`
    UPDATE channels SET is_recently_active = ${is_recently_active}, weekly_traffic = ${weekly_traffic}
    WHERE stream_id = ${stream_id}`
  forgetChannel(realm, stream_id)
}

/** Adds `difference` to the number of subscribers. */
export function writeSubscriberCount(realm: Realm, stream_id: number, difference: number): void {
  realm.sql.run`UPDATE channels SET subscriber_count = subscriber_count + ${difference} WHERE stream_id = ${stream_id}`
  forgetChannel(realm, stream_id)
}
