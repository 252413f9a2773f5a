import type { Realm } from '../../../realm'
import { channelUpdated } from '../../channels/channels/events'
import { getChannel, writeChannelActivity, writeFirstMessage } from '../../channels/channels/storage'
import { channelViewers } from '../../channels/subscriptions/access'

/**
 * Updates the channel of a new message, and publishes what changed: the channel is active now, and it may have its first
 * message. Clients receive this before the message. The channel is read again here, because the caller's copy may be older
 * than a move of messages or a bot message in the same transaction.
 */
export function updateChannelForMessage(realm: Realm, stream_id: number, message_id: number): void {
  const { name, is_recently_active, weekly_traffic, first_message_id } = getChannel(realm, stream_id)
  const publish = (property: string, value: unknown) =>
    realm.publish(channelUpdated({ stream_id, name, property, value }), channelViewers({ stream_id }))
  if (!is_recently_active) {
    writeChannelActivity(realm, stream_id, { is_recently_active: true, weekly_traffic })
    publish('is_recently_active', true)
  }
  if (first_message_id === null) {
    writeFirstMessage(realm, stream_id, message_id)
    publish('first_message_id', message_id)
  }
}
