import { wireChannel } from '../../channels/channels/events'
import { walkedPart } from './part'
import { channels, periodsIn } from './walks'

/** The channels with their subscribers now and earlier, and who received messages: those after `from_message`, up to `to_message`. */
export const channelsPart = walkedPart('channels', channels, {
  name: 'channels',
  most: 50,
  mayBeEmpty: true,
  write: (scope, channel) => ({
    ...wireChannel(scope.realm, channel),
    subscribers: scope.subscribersOf(channel.stream_id),
    subscription_periods: periodsIn(scope, channel).map(({ user_id, from_message, to_message }) => ({
      user_id,
      from_message,
      to_message,
    })),
  }),
})
