import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/access-rules'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { coversEvent, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOf } from '../../channels/subscriptions/storage'
import { earlierChannelsOf } from '../../channels/topics/move-storage'
import { LAST_ID, clipSegment, type Segment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import type { User } from '../../people/users/user'

/**
 * Returns a function that returns the parts of a topic that the reader can read, by the rule of `MessageAccess`. The reader must
 * be able to see the channel's content. In protected history, these are the messages that were sent or moved there during a
 * subscription.
 */
export function readableSegments(
  realm: ReadOnlyRealm,
  reader: User,
  channel: Channel,
): (topic_id: number) => Segment[] {
  if (canSeeHistory(channel, loadViewerAccess(realm, reader, channel)))
    return (topic_id) => segmentsIn(realm.sql, topic_id)
  const periods = periodsOf(realm, channel.stream_id, reader.user_id)
  return (topic_id) => segmentsIn(realm.sql, topic_id).flatMap((segment) => receivedParts(realm, segment, periods))
}

function receivedParts(realm: ReadOnlyRealm, segment: Segment, periods: readonly SubscriptionPeriod[]): Segment[] {
  const last = earlierChannelsOf(realm.sql, segment.moves).at(-1)
  if (last) return periods.some((period) => coversEvent(period, last.until_event)) ? [segment] : []
  return periods.flatMap(
    ({ from_message, to_message }) => clipSegment(segment, { from: from_message + 1, to: to_message ?? LAST_ID }) ?? [],
  )
}
