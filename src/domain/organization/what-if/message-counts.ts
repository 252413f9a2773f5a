import { badRequest } from '../../../api/errors'
import type { ReadOnlyRealm } from '../../../realm'
import { countUpTo } from '../../../store/ascending-ids'
import { receivedIn, isReceivedInProtectedHistory } from '../../messages/access/receipt-rules'
import {
  countUnmovedMessages,
  idsOfSegment,
  unmovedMessageIds,
} from '../../messages/message-index/channel-messages-storage'
import { countMessagesInSegments } from '../../messages/message-index/conversation-storage'
import { periodsOf } from '../../channels/subscriptions/storage'
import type { EarlierChannel } from '../../channels/topics/move'
import { earlierChannelsOf } from '../../channels/topics/move-storage'
import type { Segment } from '../../channels/topics/segment-rules'
import { segmentsIn } from '../../channels/topics/segment-storage'
import { topicsOf } from '../../channels/topics/storage'

const MAX_COUNTED_MESSAGES = 1_000_000

export const tooManyMessagesToCount = badRequest(
  () => `More than ${MAX_COUNTED_MESSAGES} messages of one channel are not counted`,
)

/** Messages of a channel with the same path to it. Their ids ascend. */
type Located = { earlier_channels: readonly EarlierChannel[]; ids: readonly number[] }

/** Counts the messages of channels that users can read. Reads each channel once, and only if it is asked for. */
export class MessageCounts {
  readonly #all = new Map<number, number>()
  readonly #located = new Map<number, Located[]>()

  constructor(readonly realm: ReadOnlyRealm) {}

  /** Returns how many messages a channel has. */
  all(stream_id: number): number {
    return kept(this.#all, stream_id, () => {
      const unmoved = countUnmovedMessages(this.realm.sql, stream_id, MAX_COUNTED_MESSAGES + 1)
      if (unmoved > MAX_COUNTED_MESSAGES) throw tooManyMessagesToCount({})
      return unmoved + countMessagesInSegments(this.realm.sql, movedSegments(this.realm, stream_id))
    })
  }

  /** Returns how many messages of a channel with protected history the user received. Same rule as `MessageAccess`. */
  received(stream_id: number, user_id: number): number {
    const periodsIn = (channel: number) => periodsOf(this.realm, channel, user_id)
    const runs = receivedIn(periodsIn(stream_id))
    let count = 0
    for (const { earlier_channels, ids } of this.#locatedIn(stream_id)) {
      const [first] = ids
      // Of messages that came from another channel, the event of the last move decides, and no id.
      if (earlier_channels.length > 0)
        count +=
          first && isReceivedInProtectedHistory(periodsIn, { id: first, stream_id, earlier_channels }) ? ids.length : 0
      else for (const { from, to } of runs) count += countUpTo(ids, to) - countUpTo(ids, from - 1)
    }
    return count
  }

  #locatedIn(stream_id: number): Located[] {
    return kept(this.#located, stream_id, () => {
      const { sql } = this.realm
      const unmoved = unmovedMessageIds(sql, stream_id, MAX_COUNTED_MESSAGES + 1)
      if (unmoved.length > MAX_COUNTED_MESSAGES) throw tooManyMessagesToCount({})
      const moved = movedSegments(this.realm, stream_id).map((segment) => ({
        earlier_channels: earlierChannelsOf(sql, segment.moves),
        ids: idsOfSegment(sql, segment, MAX_COUNTED_MESSAGES),
      }))
      return [{ earlier_channels: [], ids: unmoved }, ...moved]
    })
  }
}

/** Returns the segments of the topics with moved messages. The messages of the other topics were never moved. */
const movedSegments = ({ sql }: ReadOnlyRealm, stream_id: number): Segment[] =>
  topicsOf(sql, stream_id).flatMap(({ id, moved }) => (moved === 'never' ? [] : segmentsIn(sql, id)))

function kept<Value>(values: Map<number, Value>, id: number, compute: () => Value): Value {
  const value = values.get(id) ?? compute()
  values.set(id, value)
  return value
}
