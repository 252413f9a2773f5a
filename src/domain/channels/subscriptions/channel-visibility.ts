import type { ReadOnlyRealm, Realm } from '../../../realm'
import { channelsCreated, channelsDeleted, wireChannel } from '../channels/events'
import { canSeeMetadata } from '../channels/access-rules'
import type { Channel } from '../channels/channel'
import { groupMembershipOf } from '../../people/groups/membership'
import { readAllDirectGroups } from '../../people/groups/storage'
import { onlyUsers } from '../../people/users/events'
import { allUsers, findUser } from '../../people/users/storage'
import { GUEST, type User } from '../../people/users/user'
import { peersAdded } from './events'
import { subscribersOf } from './storage'

/** A channel, and the ids of the users who can see it. */
export type ViewedChannel = { channel: Channel; viewers: Set<number> }

/**
 * Returns which of the users can see each channel. Tests every user unless the caller names some, so only a change of visibility calls
 * it. The groups of a user are the same for all channels.
 */
export function viewersOfChannels(
  realm: ReadOnlyRealm,
  channels: readonly Channel[],
  users: readonly User[] = allUsers(realm),
): ViewedChannel[] {
  const viewed = channels.map((channel) => ({
    channel,
    subscribers: new Set(subscribersOf(realm, channel.stream_id)),
    viewers: new Set<number>(),
  }))
  if (users === allUsers(realm)) readAllDirectGroups(realm)
  for (const user of users) {
    if (!user.is_active || user.is_system_bot) continue
    const access = { ...groupMembershipOf(realm, user), role: user.role, is_subscribed: false }
    for (const { channel, subscribers, viewers } of viewed) {
      access.is_subscribed = subscribers.has(user.user_id)
      if (canSeeMetadata(channel, access)) viewers.add(user.user_id)
    }
  }
  return viewed
}

/** Returns the ids of the users who can see a channel. */
export const viewerIdsOf = (realm: ReadOnlyRealm, channel: Channel): Set<number> =>
  viewersOfChannels(realm, [channel])[0]!.viewers

/**
 * Publishes a change of the users who can see a channel. Users who no longer see it receive its deletion. Users who newly see
 * it receive the channel, and its subscribers if they can see those. Returns the ids of the latter users.
 */
export function publishChannelVisibility(
  realm: Realm,
  channel: Channel,
  before: Set<number>,
  after: Set<number>,
): number[] {
  const { stream_id } = channel
  const lost = [...before].filter((id) => !after.has(id))
  const gained = [...after].filter((id) => !before.has(id))
  if (lost.length > 0)
    realm.publish(
      channelsDeleted({ streams: [{ stream_id }], stream_ids: [stream_id], archived: false }),
      onlyUsers({ user_ids: lost }),
    )
  if (gained.length === 0) return []
  realm.publish(
    channelsCreated({ streams: [wireChannel(realm, channel)], peer_add_follows: true }),
    onlyUsers({ user_ids: gained }),
  )
  const subscribers = subscribersOf(realm, stream_id)
  const members = gained.filter((id) => findUser(realm, id)!.role < GUEST)
  if (subscribers.length > 0 && members.length > 0)
    realm.publish(peersAdded({ stream_ids: [stream_id], user_ids: subscribers }), onlyUsers({ user_ids: members }))
  return gained
}
