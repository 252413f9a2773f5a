import type { Realm } from '../../../realm'
import { channelUpdated } from '../channels/events'
import { findChannel } from '../channels/storage'
import { viewersWithoutSubscriberAccess } from './access'
import { subscribersOf } from './storage'

/** Guests before a web-public channel are not told who comes and goes, and so could not count: they are told how many are in. */
export function publishSubscriberCount(realm: Realm, stream_id: number): void {
  const channel = findChannel(realm, stream_id)
  if (!channel?.is_web_public) return
  const { name, is_archived, subscriber_count: value } = channel
  const told = { stream_id, name, property: 'subscriber_count', value, is_archived }
  realm.publish(channelUpdated(told), viewersWithoutSubscriberAccess({ stream_id }))
}

/** Whoever is in these channels, or comes into them, or leaves them. */
export const subscribersAndUsers = (
  realm: Realm,
  channels: readonly { stream_id: number }[],
  others: readonly { user_id: number }[],
): number[] => [
  ...new Set([
    ...channels.flatMap(({ stream_id }) => subscribersOf(realm, stream_id)),
    ...others.map(({ user_id }) => user_id),
  ]),
]
