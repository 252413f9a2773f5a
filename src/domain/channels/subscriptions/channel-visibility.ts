import type { Realm } from '../../../realm'
import { channelsCreated, channelsDeleted, wireChannel } from '../channels/events'
import { canSeeMetadata } from '../channels/rules'
import type { Channel } from '../channels/channel'
import { standingOf } from '../../people/groups/standing'
import { people } from '../../people/users/events'
import { allUsers, maybeUser } from '../../people/users/storage'
import { GUEST } from '../../people/users/user'
import { peersAdded } from './events'
import { subscribersOf } from './storage'

/** Who may know of a channel that is, was or will be like this. Asked of everyone, so only where a channel's privacy matters. */
export function viewerIdsOf(realm: Realm, channel: Channel): Set<number> {
  const inside = new Set(subscribersOf(realm, channel.stream_id))
  const sees = allUsers(realm).filter((user) => {
    if (!user.is_active || user.is_system_bot) return false
    const viewer = { ...standingOf(realm, user), role: user.role, is_subscribed: inside.has(user.user_id) }
    return canSeeMetadata(channel, viewer)
  })
  return new Set(sees.map((user) => user.user_id))
}

/**
 * To those who lose sight of a channel it is gone; those who gain it are told of it, and of who is in it if they may know.
 * Answers who gained it.
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
      people({ user_ids: lost }),
    )
  if (gained.length === 0) return []
  realm.publish(
    channelsCreated({ streams: [wireChannel(realm, channel)], peer_add_follows: true }),
    people({ user_ids: gained }),
  )
  const subscribers = subscribersOf(realm, stream_id)
  const told = gained.filter((id) => maybeUser(realm, id)!.role < GUEST)
  if (subscribers.length > 0 && told.length > 0)
    realm.publish(peersAdded({ stream_ids: [stream_id], user_ids: subscribers }), people({ user_ids: told }))
  return gained
}
