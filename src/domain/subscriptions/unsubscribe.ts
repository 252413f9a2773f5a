import type { Realm } from '../../realm'
import type { Channel } from '../channels/channel'
import { channelsDeleted } from '../channels/events'
import { canSeeMetadata } from '../channels/rules'
import { people } from '../users/events'
import type { User } from '../users/user'
import { viewerOf, viewersOfSubscribers } from './access'
import { peersRemoved, subscriptionsRemoved } from './events'
import { tellOnlookers } from './onlookers'
import { channelsKnownAs } from './principals'
import { canRemoveOthers, insufficientPermission } from './rules'
import { closeSpans, isSubscribed } from './storage'

/** Takes these people out of the channels of these names, all or none. */
export function leave(realm: Realm, actor: User, names: readonly string[], leavers: readonly User[]) {
  const channels = channelsKnownAs(realm, actor, names)
  const others = leavers.filter((user) => user.user_id !== actor.user_id)
  const mayRemove = (channel: Channel) => canRemoveOthers(channel, viewerOf(realm, actor, channel), others)
  if (others.length > 0 && !channels.every(mayRemove)) throw insufficientPermission({})
  const left = channels.map((channel) => ({ name: channel.name, people: unsubscribe(realm, channel, leavers) }))
  return {
    removed: left.filter(({ people: who }) => who.length > 0).map(({ name }) => name),
    not_removed: left.filter(({ people: who }) => who.length === 0).map(({ name }) => name),
  }
}

/** Takes these people out of a channel, and answers those who were in it. Who loses sight of it is told that it is gone. */
function unsubscribe(realm: Realm, channel: Channel, leavers: readonly User[]): User[] {
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
  tellOnlookers(realm, stream_id)
  return leaving
}

const idsOf = (users: readonly User[]) => users.map((user) => user.user_id)
