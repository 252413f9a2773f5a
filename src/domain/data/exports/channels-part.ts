import { wireChannel } from '../../channels/channels/events'
import { pinsInSight } from '../../writing/pins/access'
import { walkedPart } from './part'
import { channels, periodsIn } from './walks'

/** The channels with their pins, their subscribers now and earlier, and who received messages: those after `from_message`, up to `to_message`. */
export const channelsPart = walkedPart('channels', channels, {
  name: 'channels',
  most: 50,
  mayBeEmpty: true,
  write: (scope, channel) => ({
    ...wireChannel(scope.realm, channel),
    pins: pinsInSight(scope.realm, channel.stream_id, (row) => scope.hasMessage(row)),
    subscribers: scope.subscribersOf(channel.stream_id),
    subscription_periods: periodsIn(scope, channel).map(({ user_id, from_message, to_message }) => ({
      user_id,
      from_message,
      to_message,
    })),
  }),
})
