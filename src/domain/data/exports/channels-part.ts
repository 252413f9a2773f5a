import type { Channel } from '../../channels/channels/channel'
import { wireChannel } from '../../channels/channels/events'
import { allChannels } from '../../channels/channels/storage'
import { allPeriodsOf } from '../../channels/subscriptions/storage'
import { pagedPart, takeItems } from './part'
import type { Scope } from './scope'

const CHANNELS_PER_PAGE = 50

/** The channels with their subscribers now and earlier, also the archived ones. */
export const channelsPart = pagedPart('channels', (scope, after) => {
  const { realm } = scope
  const { values, next } = takeItems(
    allChannels(realm).filter((channel) => scope.hasChannel(channel)),
    ({ stream_id }) => stream_id,
    { after, most: CHANNELS_PER_PAGE },
    (channel) => ({
      ...wireChannel(realm, channel),
      subscribers: scope.subscribersOf(channel.stream_id),
      subscription_periods: periodsOfChannel(scope, channel),
    }),
  )
  return { content: { channels: values }, next }
})

/** Who received messages, and which ones: the messages after `from_message`, up to `to_message`. */
const periodsOfChannel = (scope: Scope, channel: Channel) =>
  allPeriodsOf(scope.realm, channel.stream_id)
    .filter((period) => scope.hasPeriod(channel, period))
    .map(({ user_id, from_message, to_message }) => ({ user_id, from_message, to_message }))
