import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { channelsDeleted } from '../../channels/channels/events'
import { canSeeUnsubscribed, viewersWithSubscriberAccess } from '../../channels/subscriptions/access'
import { peersRemoved, subscriptionsRemoved } from '../../channels/subscriptions/events'
import { filterByChannel } from '../../channels/subscriptions/new-subscribers'
import { closeSubscriptions, subscribedAmong, subscribersAndUsers } from '../../channels/subscriptions/storage'
import { publishSubscriberCount } from '../../channels/subscriptions/subscriber-count'
import { onlyUsers } from '../../people/users/events'
import { withVisibilityChanges } from '../../people/users/visibility-changes'
import { idsOf, type User } from '../../people/users/user'

type RemovedSubscribers = { channel: Channel; users: User[] }

/** Unsubscribes users from channels, and publishes it. Returns the channels that lost a subscriber. Checks no permission. */
export function removeSubscriptions(realm: Realm, channels: readonly Channel[], users: readonly User[]): Channel[] {
  const removed = channels
    .map((channel): RemovedSubscribers => {
      const subscribers = subscribedAmong(realm.sql, channel.stream_id, idsOf(users))
      return { channel, users: users.filter((user) => subscribers.has(user.user_id)) }
    })
    .filter((channel) => channel.users.length > 0)
  withVisibilityChanges(
    realm,
    () => subscribersAndUsers(realm, channels, users),
    () => {
      for (const { channel, users } of removed)
        closeSubscriptions(realm, channel.stream_id, idsOf(users), realm.messageIds.last)
    },
  )
  const groups = Map.groupBy(removed, ({ channel, users }) => `${channel.is_archived} ${String(idsOf(users))}`)
  for (const group of groups.values()) publishTogether(realm, group)
  return removed.map(({ channel }) => channel)
}

/** Publishes that the same users left several channels. Users who no longer see a channel receive its deletion. */
function publishTogether(realm: Realm, removed: readonly RemovedSubscribers[]) {
  const { users } = removed[0]!
  const user_ids = idsOf(users)
  const subscriptions = removed.map(({ channel: { stream_id, name } }) => ({ stream_id, name }))
  const stream_ids = subscriptions.map(({ stream_id }) => stream_id)
  realm.publish(subscriptionsRemoved({ subscriptions }), onlyUsers({ user_ids }))
  publishDeletions(realm, removed)
  const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
  realm.publish(peersRemoved({ stream_ids, user_ids, ...filterByChannel(realm, stream_ids) }), viewers)
  for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
}

function publishDeletions(realm: Realm, removed: readonly RemovedSubscribers[]) {
  const formerViewers = removed.map(({ channel, users }) => ({
    stream_id: channel.stream_id,
    user_ids: idsOf(users.filter((user) => !canSeeUnsubscribed(realm, user, channel))),
  }))
  for (const group of Map.groupBy(formerViewers, ({ user_ids }) => String(user_ids)).values()) {
    const { user_ids } = group[0]!
    const stream_ids = group.map(({ stream_id }) => stream_id)
    const streams = stream_ids.map((stream_id) => ({ stream_id }))
    if (user_ids.length > 0)
      realm.publish(channelsDeleted({ streams, stream_ids, archived: false }), onlyUsers({ user_ids }))
  }
}
