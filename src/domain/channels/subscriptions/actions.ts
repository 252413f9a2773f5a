import { splitIntoBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import type { UserSettingName } from '../../people/user-settings/settings'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { viewersWithSubscriberAccess } from './access'
import { peersAdded, peersRemoved, subscriptionUpdated } from './events'
import { CHANNELS_PER_EVENT, filterByChannel } from './new-subscribers'
import { notificationDefaultedBy } from './notification-defaults'
import { endPeriods, openSubscriptions, subscriptionsOf } from './storage'
import { periodsOfUser } from './user-subscriptions-storage'
import { publishSubscriberCount } from './subscriber-count'

/**
 * Suspends the subscriptions of a user who is deactivated. Channels no longer list the user, and the user receives no message.
 * The subscriptions stay active in the table, so that `resumeSubscriptions` can continue them.
 */
export function suspendSubscriptions(realm: Realm, user_id: number): void {
  const periods = [...periodsOfUser(realm, user_id).values()].flat()
  const open = periods.filter((period) => period.to_message === null)
  for (const { stream_id } of open) endPeriods(realm, stream_id, [user_id], realm.messageIds.last)
  publishPeer(realm, peersRemoved, open, user_id)
}

/** Resumes the subscriptions of a user who is reactivated. The user did not receive the messages sent in between. */
export function resumeSubscriptions(realm: Realm, user_id: number): void {
  const suspended = subscriptionsOf(realm.sql, user_id).filter(({ is_active }) => is_active)
  for (const { stream_id, color } of suspended)
    openSubscriptions(realm, stream_id, [{ user_id, color }], realm.messageIds.last)
  publishPeer(realm, peersAdded, suspended, user_id)
}

type PeerEvent = typeof peersAdded

function publishPeer(realm: Realm, event: PeerEvent, channels: readonly { stream_id: number }[], user_id: number) {
  for (const batch of splitIntoBatches(channels, CHANNELS_PER_EVENT)) {
    const stream_ids = batch.map(({ stream_id }) => stream_id)
    const viewers = stream_ids.map((stream_id) => viewersWithSubscriberAccess({ stream_id }))
    realm.publish(event({ stream_ids, user_ids: [user_id], ...filterByChannel(realm, stream_ids) }), viewers)
    for (const stream_id of stream_ids) publishSubscriberCount(realm, stream_id)
  }
}

/**
 * Publishes the change of a user setting that is the default of a channel's notification setting. Clients that received the
 * value, and not `null`, cannot know which channels it changes.
 */
export function publishNotificationDefault(realm: Realm, { user_id }: User, setting: UserSettingName): void {
  const property = notificationDefaultedBy(setting)
  if (property === undefined) return
  for (const subscription of subscriptionsOf(realm.sql, user_id)) {
    if (subscription[property] !== null) continue
    const { stream_id } = subscription
    realm.publish(subscriptionUpdated({ stream_id, property, value: null }), onlyUsers({ user_ids: [user_id] }))
  }
}
