import type { Realm } from '../../../realm'
import { channelUpdated } from '../channels/events'
import { findChannel } from '../channels/storage'
import { viewersWithoutSubscriberAccess } from './access'

/**
 * Publishes the number of subscribers of a web-public channel to guests who are not subscribed. They do not receive the events
 * from which other clients count.
 */
export function publishSubscriberCount(realm: Realm, stream_id: number): void {
  const channel = findChannel(realm, stream_id)
  if (!channel?.is_web_public) return
  const { name, is_archived, subscriber_count: value } = channel
  const update = { stream_id, name, property: 'subscriber_count', value, is_archived }
  realm.publish(channelUpdated(update), viewersWithoutSubscriberAccess({ stream_id }))
}
