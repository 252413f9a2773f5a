import { splitIntoBatches } from '../../../api/batches'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../channels/channel'
import { channelsCreated, wireChannel } from '../channels/events'
import { getChannel } from '../channels/storage'
import { onlyUsers } from '../../people/users/events'
import { idsOf, type User } from '../../people/users/user'
import { canSeeUnsubscribed, viewersWithSubscriberAccess } from './access'
import { compactSettings, peersAdded, subscriptionsAdded } from './events'
import { publishSubscriberCount } from './subscriber-count'
import type { PersonalSettings } from './subscription'

/** The users who were subscribed to a channel. `channel` has the values from before. */
export type NewSubscribers = { channel: Channel; subscribers: NewSubscriber[] }
type NewSubscriber = { user: User; user_id: number; color: string; settings: PersonalSettings }

/**
 * Publishes new subscriptions. One event covers all channels with the same new subscribers, so the number of events does not
 * grow with users times channels.
 */
export function publishNewSubscribers(realm: Realm, all: readonly NewSubscribers[]): void {
  const groups = Map.groupBy(all, ({ channel, subscribers }) => `${channel.is_archived} ${String(idsOf(subscribers))}`)
  for (const group of groups.values())
    for (const batch of splitIntoBatches(group, CHANNELS_PER_EVENT)) publishTogether(realm, batch)
}

/** Publishes the subscriptions of the same users to several channels. */
function publishTogether(realm: Realm, batch: readonly NewSubscribers[]) {
  const { subscribers } = batch[0]!
  const stream_ids = batch.map(({ channel }) => channel.stream_id)
  publishNewlyVisible(realm, batch)
  const channels = stream_ids.map((stream_id) => wireChannel(realm, getChannel(realm, stream_id)))
  const settingsByChannel = batch.map((channel) => channel.subscribers.map(({ settings }) => compactSettings(settings)))
  const settingsByUser = subscribers.map(({ user_id }, index) => ({
    user_id,
    settings: settingsByChannel.map((settings) => settings[index]!),
  }))
  for (const users of splitIntoBatches(settingsByUser, Math.ceil(SETTINGS_PER_EVENT / channels.length))) {
    const settings = Object.fromEntries(users.map((user) => [user.user_id, user.settings]))
    const added = { channels, settings, at_event: realm.log.lastId + 1 }
    realm.publish(subscriptionsAdded(added), onlyUsers({ user_ids: idsOf(users) }))
  }
  const user_ids = idsOf(subscribers)
  const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
  realm.publish(peersAdded({ stream_ids, user_ids, ...filterByChannel(realm, stream_ids) }), viewers, user_ids)
  for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
}

export const CHANNELS_PER_EVENT = 50
const SETTINGS_PER_EVENT = 5000

/** Returns the part of a peer event about several channels that limits each channel to the users who can see it. */
export const filterByChannel = (realm: ReadOnlyRealm, stream_ids: readonly number[]) =>
  stream_ids.length > 1 ? { at_event: realm.log.lastId + 1 } : {}

/** Publishes a channel to the new subscribers who could not see it before. Events about the channel follow. */
function publishNewlyVisible(realm: Realm, batch: readonly NewSubscribers[]) {
  const newViewers = batch.map(({ channel, subscribers }) => ({
    channel,
    user_ids: idsOf(subscribers.map(({ user }) => user).filter((user) => !canSeeUnsubscribed(realm, user, channel))),
  }))
  for (const group of Map.groupBy(newViewers, ({ user_ids }) => String(user_ids)).values()) {
    const { user_ids } = group[0]!
    const streams = group.map(({ channel }) => wireChannel(realm, channel))
    if (user_ids.length > 0) realm.publish(channelsCreated({ streams }), onlyUsers({ user_ids }))
  }
}
