import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/rules'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { coversEvent, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOf } from '../../channels/subscriptions/storage'
import { earlierChannelsOf } from '../../channels/topics/move-storage'
import { LAST_ID, clipSegment, type Segment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import type { User } from '../../people/users/user'

/**
 * As much of a topic as somebody who sees the channel's content may read: the same rule as for one message, asked of
 * stretches of them. Where history is protected, that is what they received, and what came while they were there.
 */
export function readableSegments(realm: Realm, reader: User, channel: Channel): (topic_id: number) => Segment[] {
  if (canSeeHistory(channel, loadViewerAccess(realm, reader, channel)))
    return (topic_id) => segmentsIn(realm.sql, topic_id)
  const periods = periodsOf(realm, channel.stream_id, reader.user_id)
  return (topic_id) => segmentsIn(realm.sql, topic_id).flatMap((segment) => receivedParts(realm, segment, periods))
}

function receivedParts(realm: Realm, segment: Segment, periods: readonly SubscriptionPeriod[]): Segment[] {
  const last = earlierChannelsOf(realm.sql, segment.moves).at(-1)
  if (last) return periods.some((period) => coversEvent(period, last.until_event)) ? [segment] : []
  return periods.flatMap(
    ({ from_message, to_message }) => clipSegment(segment, { from: from_message + 1, to: to_message ?? LAST_ID }) ?? [],
  )
}
