import type { Realm } from '../../realm'
import { channelsDeleted, channelUpdated, defaultChannelIds, defaultChannelsChanged } from '../channels/events'
import { writeArchived } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { nonGuests } from '../users/events'
import { viewersOf } from './access'

/** Ends a channel's active life. Its subscriptions and its name stay, should it ever come back. */
export function archive(realm: Realm, { stream_id, name, is_default }: Channel): void {
  writeArchived(realm, stream_id)
  const viewers = viewersOf({ stream_id })
  realm.publish(channelUpdated({ stream_id, name, property: 'is_archived', value: true }), viewers)
  realm.publish(channelsDeleted({ streams: [{ stream_id }], stream_ids: [stream_id], archived: true }), viewers)
  if (is_default) realm.publish(defaultChannelsChanged({ default_streams: defaultChannelIds(realm) }), nonGuests())
}
