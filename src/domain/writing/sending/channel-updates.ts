import type { Realm } from '../../../realm'
import { channelUpdated } from '../../channels/channels/events'
import { getChannel, writeChannelActivity, writeFirstMessage } from '../../channels/channels/storage'
import { channelViewers } from '../../channels/subscriptions/access'

/**
 * What a message changes of the channel in which it is said, told before the message is. The channel is looked up here: what
 * the caller knows of it may be from before messages were moved there, or from before another notice was posted.
 */
export function updateChannelForMessage(realm: Realm, stream_id: number, message_id: number): void {
  const { name, is_recently_active, weekly_traffic, first_message_id } = getChannel(realm, stream_id)
  const tell = (property: string, value: unknown) =>
    realm.publish(channelUpdated({ stream_id, name, property, value }), channelViewers({ stream_id }))
  if (!is_recently_active) {
    writeChannelActivity(realm, stream_id, { is_recently_active: true, weekly_traffic })
    tell('is_recently_active', true)
  }
  if (first_message_id === null) {
    writeFirstMessage(realm, stream_id, message_id)
    tell('first_message_id', message_id)
  }
}
