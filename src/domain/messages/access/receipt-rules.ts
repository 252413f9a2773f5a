import { union, type Run } from '../../../store/id-set'
import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import type { EarlierChannel } from '../../channels/topics/move'

/**
 * Which users received a message is not stored. It follows from their subscription periods. For messages that were moved between
 * channels, there are three questions: received when sent, readable in protected history, and subscribed ever since.
 */
export type ChannelMessage = { id: number; stream_id: number; earlier_channels: readonly EarlierChannel[] }

type ChannelPath = Omit<ChannelMessage, 'id'>

/** After all events. */
const NOW = Infinity

/** Returns a user's subscription periods in a channel. */
type PeriodsIn = (stream_id: number) => readonly SubscriptionPeriod[]

/** Returns the channel to which the message was sent. */
export const originChannelId = ({
  stream_id,
  earlier_channels,
}: Pick<ChannelMessage, 'stream_id' | 'earlier_channels'>): number => earlier_channels[0]?.stream_id ?? stream_id

/** Returns whether the user was subscribed when the message was sent. A later move does not change that. */
export const wasReceived = (periodsIn: PeriodsIn, message: ChannelMessage): boolean =>
  periodsIn(originChannelId(message)).some((period) => coversMessage(period, message.id))

/**
 * Returns whether the user can read the message in protected history: the user was subscribed when it was sent there, or when
 * it was moved there. Having received it in an earlier channel is not enough.
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

/** Returns the ids of the messages that were sent to a channel during these subscription periods. */
export const receivedIn = (periods: readonly SubscriptionPeriod[]): Run[] =>
  union(
    periods
      .map(({ from_message, to_message }) => ({ from: from_message + 1, to: to_message ?? Infinity }))
      .filter(({ from, to }) => from <= to),
    [],
  )

/**
 * Returns whether the user received the message and has been subscribed wherever it was since, until an event. Users who leave its
 * channel, or are not subscribed where it is moved, no longer have it unread.
 */
export const receivedAndSubscribedSince = (
  periodsIn: PeriodsIn,
  { id, ...path }: ChannelMessage,
  until = NOW,
): boolean => staysSubscribed(periodsIn, { ...path, until }, ({ from_message }) => from_message < id)

/**
 * Returns the id above which `receivedAndSubscribedSince` is true for all messages of a path; Infinity if it is true for none.
 * The first period decides by its first message only, so there is one such id.
 */
export const receivedAndSubscribedAbove = (periodsIn: PeriodsIn, path: ChannelPath): number =>
  periodsIn(originChannelId(path)).reduce(
    (lowest, { from_message }) =>
      from_message < lowest && receivedAndSubscribedSince(periodsIn, { ...path, id: from_message + 1 })
        ? from_message
        : lowest,
    Infinity,
  )

/** Returns whether the user has been subscribed wherever the message was since an event, such as marking it as unread. */
export const subscribedSince = (
  periodsIn: PeriodsIn,
  { stream_id, earlier_channels }: ChannelPath,
  at_event: number,
): boolean =>
  staysSubscribed(
    periodsIn,
    { stream_id, earlier_channels: earlier_channels.filter(({ until_event }) => until_event > at_event), until: NOW },
    ({ from_event }) => from_event <= at_event,
  )

function staysSubscribed(
  periodsIn: PeriodsIn,
  { stream_id, earlier_channels, until }: ChannelPath & { until: number },
  startsWith: (period: SubscriptionPeriod) => boolean,
): boolean {
  let continues = startsWith
  for (const { stream_id: earlier_stream_id, until_event } of earlier_channels) {
    const isPeriod = continues
    if (!periodsIn(earlier_stream_id).some((period) => isPeriod(period) && coversEvent(period, until_event)))
      return false
    continues = ({ from_event }) => from_event < until_event
  }
  return periodsIn(stream_id).some((period) => coversEvent(period, until) && continues(period))
}
