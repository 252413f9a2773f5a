import type { Realm } from '../../../realm'
import type { EarlierChannel } from './move'
import { earlierChannelsOf } from './move-storage'
import type { Segment } from './segment-rules'
import { segmentsOfOrigin } from './segment-storage'
import type { Conversation } from './conversation'
import { findConversation } from './storage'

/** Where a message is, the channels that it came through, and by which moves. */
export type MessageLocation = {
  conversation: Conversation
  earlier_channels: readonly EarlierChannel[]
  moves: readonly number[]
}

type Sent = { id: number; conversation_id: number }
type Placed = Segment & { place?: MessageLocation }
type Thread = { whole: MessageLocation } | { segments: Placed[] }

/** Where messages are, each conversation looked up once. */
export class MessageLocations {
  readonly #threads = new Map<number, Thread>()

  constructor(readonly realm: Realm) {}

  of({ id, conversation_id }: Sent): MessageLocation {
    const thread = this.#thread(conversation_id)
    if ('whole' in thread) return thread.whole
    const segment = segmentWith(thread.segments, id)
    return (segment.place ??= this.#placeOf(segment))
  }

  #thread(id: number): Thread {
    let thread = this.#threads.get(id)
    if (thread === undefined) {
      const conversation = findConversation(this.realm.sql, id)
      thread =
        conversation?.moved === 'never'
          ? { whole: { conversation, earlier_channels: [], moves: [] } }
          : { segments: segmentsOfOrigin(this.realm.sql, id) }
      this.#threads.set(id, thread)
    }
    return thread
  }

  #placeOf({ conversation_id, moves }: Segment): MessageLocation {
    const conversation = findConversation(this.realm.sql, conversation_id)
    if (conversation === undefined) throw new Error(`Conversation ${conversation_id} has messages but no row`)
    return { conversation, earlier_channels: earlierChannelsOf(this.realm.sql, moves), moves }
  }
}

// They follow one another without gaps. Somebody may have moved a topic's messages one by one.
function segmentWith(segments: readonly Placed[], id: number): Placed {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (segments[middle]!.from_id <= id) low = middle
    else high = middle - 1
  }
  return segments[low]!
}
