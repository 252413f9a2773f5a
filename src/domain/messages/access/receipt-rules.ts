import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import type { EarlierChannel } from '../../channels/topics/move'

/**
 * Who has received a message is not written down: it follows from when people were in the channel. Where a message was
 * moved from channel to channel, there are three questions, and each has its own answer.
 */
export type InChannel = { id: number; stream_id: number; earlier_channels: readonly EarlierChannel[] }

type Where = Omit<InChannel, 'id'>

/** When somebody was in a channel. */
type SpansIn = (stream_id: number) => readonly SubscriptionPeriod[]

/** The channel that it was sent to. */
export const sentTo = ({ stream_id, earlier_channels }: Pick<InChannel, 'stream_id' | 'earlier_channels'>): number =>
  earlier_channels[0]?.stream_id ?? stream_id

/** Were they there when it was sent? That stays so wherever it goes, as they were told of it then. */
export const wasReceived = (spansIn: SpansIn, message: InChannel): boolean =>
  spansIn(sentTo(message)).some((span) => coversMessage(span, message.id))

/**
 * Is it theirs where history is protected? Those who are in a channel when a message comes into it have it from then on,
 * as have those who are there when one is sent; who stayed behind has not.
 */
export function isHeld(spansIn: SpansIn, { id, stream_id, earlier_channels }: InChannel): boolean {
  const last = earlier_channels.at(-1)
  return spansIn(stream_id).some((span) =>
    last === undefined ? coversMessage(span, id) : coversEvent(span, last.until_event),
  )
}

/**
 * Did they receive it, and are they with it ever since? To leave a channel settles what was unread in it, and so does
 * staying behind when a message goes elsewhere.
 */
export const isStillWith = (spansIn: SpansIn, { id, ...place }: InChannel): boolean =>
  stays(spansIn, place, ({ from_message }) => from_message < id)

/** The same, of what they took up as of an event without having received it. */
export const isWithSince = (spansIn: SpansIn, { stream_id, earlier_channels }: Where, as_of: number): boolean =>
  stays(
    spansIn,
    { stream_id, earlier_channels: earlier_channels.filter(({ until_event }) => until_event > as_of) },
    ({ from_event }) => from_event <= as_of,
  )

function stays(
  spansIn: SpansIn,
  { stream_id, earlier_channels }: Where,
  hasIt: (span: SubscriptionPeriod) => boolean,
): boolean {
  let since = hasIt
  for (const passage of earlier_channels) {
    const { until_event } = passage
    const isFrom = since
    if (!spansIn(passage.stream_id).some((span) => isFrom(span) && coversEvent(span, until_event))) return false
    since = ({ from_event }) => from_event < until_event
  }
  return spansIn(stream_id).some((span) => span.to_message === null && since(span))
}
