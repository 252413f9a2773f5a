import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import type { EarlierChannel } from '../../channels/topics/move'

/**
 * Who has received a message is not written down: it follows from when people were in the channel. Where a message was
 * moved from channel to channel, there are three questions, and each has its own answer.
 */
export type ChannelMessage = { id: number; stream_id: number; earlier_channels: readonly EarlierChannel[] }

type ChannelPath = Omit<ChannelMessage, 'id'>

/** When somebody was in a channel. */
type PeriodsIn = (stream_id: number) => readonly SubscriptionPeriod[]

/** The channel that it was sent to. */
export const originChannelId = ({
  stream_id,
  earlier_channels,
}: Pick<ChannelMessage, 'stream_id' | 'earlier_channels'>): number => earlier_channels[0]?.stream_id ?? stream_id

/** Were they there when it was sent? That stays so wherever it goes, as they were told of it then. */
export const wasReceived = (periodsIn: PeriodsIn, message: ChannelMessage): boolean =>
  periodsIn(originChannelId(message)).some((period) => coversMessage(period, message.id))

/**
 * Is it theirs where history is protected? Those who are in a channel when a message comes into it have it from then on,
 * as have those who are there when one is sent; who stayed behind has not.
 */
export function isReceivedInProtectedHistory(
  periodsIn: PeriodsIn,
  { id, stream_id, earlier_channels }: ChannelMessage,
): boolean {
  const last = earlier_channels.at(-1)
  return periodsIn(stream_id).some((period) =>
    last === undefined ? coversMessage(period, id) : coversEvent(period, last.until_event),
  )
}

/**
 * Did they receive it, and are they with it ever since? To leave a channel settles what was unread in it, and so does
 * staying behind when a message goes elsewhere.
 */
export const receivedAndSubscribedSince = (periodsIn: PeriodsIn, { id, ...place }: ChannelMessage): boolean =>
  staysSubscribed(periodsIn, place, ({ from_message }) => from_message < id)

/** The same, of what they took up as of an event without having received it. */
export const subscribedSince = (
  periodsIn: PeriodsIn,
  { stream_id, earlier_channels }: ChannelPath,
  at_event: number,
): boolean =>
  staysSubscribed(
    periodsIn,
    { stream_id, earlier_channels: earlier_channels.filter(({ until_event }) => until_event > at_event) },
    ({ from_event }) => from_event <= at_event,
  )

function staysSubscribed(
  periodsIn: PeriodsIn,
  { stream_id, earlier_channels }: ChannelPath,
  hasIt: (period: SubscriptionPeriod) => boolean,
): boolean {
  let since = hasIt
  for (const passage of earlier_channels) {
    const { until_event } = passage
    const isFrom = since
    if (!periodsIn(passage.stream_id).some((period) => isFrom(period) && coversEvent(period, until_event))) return false
    since = ({ from_event }) => from_event < until_event
  }
  return periodsIn(stream_id).some((period) => period.to_message === null && since(period))
}
