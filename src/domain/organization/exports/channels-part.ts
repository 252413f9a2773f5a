import { wireChannel } from '../../channels/channels/events'
import { allChannels } from '../../channels/channels/storage'
import { inPages, toldAfter } from './part'

const CHANNELS_PER_FILE = 50

/** Channels, archived ones too, and who is in them. */
export const channelsPart = inPages('channels', (scope, after) => {
  const { realm } = scope
  const known = allChannels(realm).filter((channel) => scope.hasChannel(channel))
  const limits = { after, most: CHANNELS_PER_FILE }
  const { told, next } = toldAfter(
    known,
    ({ stream_id }) => stream_id,
    limits,
    (channel) => ({ ...wireChannel(realm, channel), subscribers: scope.subscribersOf(channel.stream_id) }),
  )
  return { content: { channels: told }, next }
})
