import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/rules'
import { viewerOf } from '../../channels/subscriptions/access'
import { coversEvent, type Span } from '../../channels/subscriptions/span'
import { spansIn } from '../../channels/subscriptions/storage'
import { passagesOf } from '../../channels/topics/moves'
import { LAST_ID, partOf, type Segment } from '../../channels/topics/segment-rules'
import { segmentsOf } from '../../channels/topics/segments'
import type { User } from '../../people/users/user'

/**
 * As much of a topic as somebody who sees the channel's content may read: the same rule as for one message, asked of
 * stretches of them. Where history is protected, that is what they received, and what came while they were there.
 */
export function readableSegments(realm: Realm, reader: User, channel: Channel): (topic_id: number) => Segment[] {
  if (canSeeHistory(channel, viewerOf(realm, reader, channel))) return (topic_id) => segmentsOf(realm, topic_id)
  const spans = spansIn(realm, channel.stream_id, reader.user_id)
  return (topic_id) => segmentsOf(realm, topic_id).flatMap((segment) => heldPartsOf(realm, segment, spans))
}

function heldPartsOf(realm: Realm, segment: Segment, spans: readonly Span[]): Segment[] {
  const last = passagesOf(realm, segment.moves).at(-1)
  if (last) return spans.some((span) => coversEvent(span, last.until_event)) ? [segment] : []
  return spans.flatMap(
    ({ from_message, to_message }) => partOf(segment, { from: from_message + 1, to: to_message ?? LAST_ID }) ?? [],
  )
}
