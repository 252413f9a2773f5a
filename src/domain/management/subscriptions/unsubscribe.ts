import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelsDeleted } from '../../channels/channels/events'
import { canSeeMetadata } from '../../channels/channels/rules'
import { people } from '../../people/users/events'
import { acquainting } from '../../people/users/meeting'
import { idsOf, type User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import {
  accessWithoutSubscription,
  loadViewerAccess,
  viewersWithSubscriberAccess,
} from '../../channels/subscriptions/access'
import { peersRemoved, subscriptionsRemoved } from '../../channels/subscriptions/events'
import { publishSubscriberCount } from '../../channels/subscriptions/subscriber-count'
import { channelsKnownAs } from './principals'
import { canRemoveOthers, refusalOfSubscriptionCount } from '../../channels/subscriptions/rules'
import { closeSubscriptions, subscribedAmong, subscribersAndUsers } from '../../channels/subscriptions/storage'
import { filterByChannel } from '../../channels/subscriptions/new-subscribers'

/** Takes these people out of the channels of these names, all or none. */
export function leave(realm: Realm, actor: User, names: readonly string[], leavers: readonly User[]) {
  const channels = channelsKnownAs(realm, actor, names)
  const excess = refusalOfSubscriptionCount(channels, leavers)
  if (excess) throw excess
  const others = leavers.filter((user) => user.user_id !== actor.user_id)
  const mayRemove = (channel: Channel) => canRemoveOthers(channel, loadViewerAccess(realm, actor, channel), others)
  if (others.length > 0 && !channels.every(mayRemove)) throw insufficientPermission({})
  const left = new Set(unsubscribe(realm, channels, leavers))
  return {
    removed: channels.filter((channel) => left.has(channel)).map(({ name }) => name),
    not_removed: channels.filter((channel) => !left.has(channel)).map(({ name }) => name),
  }
}

type Departure = { channel: Channel; leavers: User[] }

/** Takes these people out of these channels, and answers those in which any of them was. */
function unsubscribe(realm: Realm, channels: readonly Channel[], principals: readonly User[]): Channel[] {
  const departures = channels
    .map((channel): Departure => {
      const inside = subscribedAmong(realm.sql, channel.stream_id, idsOf(principals))
      return { channel, leavers: principals.filter((user) => inside.has(user.user_id)) }
    })
    .filter(({ leavers }) => leavers.length > 0)
  acquainting(
    realm,
    () => subscribersAndUsers(realm, channels, principals),
    () => {
      for (const { channel, leavers } of departures)
        closeSubscriptions(realm, channel.stream_id, idsOf(leavers), realm.messageIds.last)
    },
  )
  const together = Map.groupBy(departures, ({ channel, leavers }) => `${channel.is_archived} ${String(idsOf(leavers))}`)
  for (const group of together.values()) tellOfLeaving(realm, group)
  return departures.map(({ channel }) => channel)
}

/** The same people, who left each of these channels. Who loses sight of one is told that it is gone. */
function tellOfLeaving(realm: Realm, departures: readonly Departure[]) {
  const { leavers } = departures[0]!
  const user_ids = idsOf(leavers)
  const subscriptions = departures.map((each) => ({ stream_id: each.channel.stream_id, name: each.channel.name }))
  const stream_ids = subscriptions.map(({ stream_id }) => stream_id)
  realm.publish(subscriptionsRemoved({ subscriptions }), people({ user_ids }))
  const losing = departures.map((each) => ({
    stream_id: each.channel.stream_id,
    losers: idsOf(leavers.filter((user) => !canSeeMetadata(each.channel, accessWithoutSubscription(realm, user)))),
  }))
  for (const alike of Map.groupBy(losing, ({ losers }) => String(losers)).values()) {
    const streams = alike.map(({ stream_id }) => ({ stream_id }))
    const lost = { streams, stream_ids: streams.map(({ stream_id }) => stream_id), archived: false }
    const { losers } = alike[0]!
    if (losers.length > 0) realm.publish(channelsDeleted(lost), people({ user_ids: losers }))
  }
  const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
  realm.publish(peersRemoved({ stream_ids, user_ids, ...filterByChannel(realm, stream_ids) }), viewers)
  for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
}
