import { wireChannel } from '../../channels/channels/events'
import { allChannels } from '../../channels/channels/storage'
import { pagedPart, takeItems } from './part'

const CHANNELS_PER_PAGE = 50

/** The channels with their subscribers, also the archived ones. */
export const channelsPart = pagedPart('channels', (scope, after) => {
  const { realm } = scope
  const { values, next } = takeItems(
    allChannels(realm).filter((channel) => scope.hasChannel(channel)),
    ({ stream_id }) => stream_id,
    { after, most: CHANNELS_PER_PAGE },
    (channel) => ({ ...wireChannel(realm, channel), subscribers: scope.subscribersOf(channel.stream_id) }),
  )
  return { content: { channels: values }, next }
})
