import { wireChannel } from '../channels/events'
import { allChannels } from '../channels/storage'
import { inPages, someAfter } from './part'

const CHANNELS_PER_FILE = 50

/** Channels, archived ones too, and who is in them. */
export const channelsPart = inPages('channels', (scope, after) => {
  const { realm } = scope
  const known = allChannels(realm).filter((channel) => scope.hasChannel(channel))
  const { some, next } = someAfter(known, ({ stream_id }) => stream_id, { after, most: CHANNELS_PER_FILE })
  const channels = some.map((channel) => ({
    ...wireChannel(realm, channel),
    subscribers: scope.subscribersOf(channel.stream_id),
  }))
  return { content: { channels }, next }
})
