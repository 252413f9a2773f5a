import { splitIntoBatches } from '../../../api/batches'
import type { ReadOnlyRealm } from '../../../realm'
import { intersection, type Run } from '../../../store/id-set'
import type { Conversation } from './conversation'
import { conversationIfCached } from './conversation-cache'
import type { EarlierChannel } from './move'
import { earlierChannelsOf } from './move-storage'
import type { Segment } from './segment-rules'
import { segmentsOfOrigin } from './segment-storage'
import { conversationsWithIds, findConversation } from './lookup-storage'

/** The conversation that a message is in, the channels that it left, and the ids of its moves. The oldest is the first. */
export type MessageLocation = {
  conversation: Conversation
  earlier_channels: readonly EarlierChannel[]
  moves: readonly number[]
}

/** A message, and the conversation to which it was sent. */
export type SentMessage = { id: number; conversation_id: number }
export type LocatedRuns = { location: MessageLocation; runs: readonly Run[] }
type LocatedSegment = Segment & { location?: MessageLocation }
/** Where the messages of one origin are: all of them in one location, or each segment in its own. */
type Origin = { location: MessageLocation } | { segments: LocatedSegment[] }

/** Finds the locations of messages. Reads each conversation once, however many of its messages are located. */
export class MessageLocations {
  readonly #origins = new Map<number, Origin>()

  constructor(readonly realm: ReadOnlyRealm) {}

  /** Reads the conversations of these messages at once. The others, and moved messages, are located later, one by one. */
  prepare(messages: readonly SentMessage[]): void {
    const ids = new Set(messages.map(({ conversation_id }) => conversation_id))
    const unknown = this.#unknown([...ids]).slice(0, CONVERSATIONS_PER_READ)
    if (unknown.length > 1) this.#readUnmoved(unknown)
  }

  /** Reads all of these conversations, some with each statement: those with near ids together. */
  prepareOrigins(ids: readonly number[]): void {
    const ascending = this.#unknown(ids).sort((a, b) => a - b)
    for (const some of splitIntoBatches(ascending, CONVERSATIONS_PER_READ)) this.#readUnmoved(some)
  }

  /** Returns how many of these conversations must be read. */
  countUnread(ids: readonly number[]): number {
    return this.#unknown(ids).filter((id) => conversationIfCached(this.realm, id) === undefined).length
  }

  #unknown(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.#origins.has(id))
  }

  #readUnmoved(ids: readonly number[]): void {
    for (const conversation of conversationsWithIds(this.realm, ids))
      if (conversation.moved === 'never') this.#origins.set(conversation.id, { location: unmovedIn(conversation) })
  }

  /** Returns whether messages that were sent to a conversation can be in one that fits. Moved messages can be anywhere. */
  mayBeIn(origin_id: number, fits: (conversation: Conversation) => boolean): boolean {
    const origin = this.#origin(origin_id)
    return !('location' in origin) || fits(origin.location.conversation)
  }

  of({ id, conversation_id }: SentMessage): MessageLocation {
    const origin = this.#origin(conversation_id)
    if ('location' in origin) return origin.location
    const segment = segmentWith(origin.segments, id)
    return (segment.location ??= this.#locationOf(segment))
  }

  /** Returns the locations of messages with one origin. The runs are ascending. */
  ofRuns(conversation_id: number, runs: readonly Run[]): LocatedRuns[] {
    const origin = this.#origin(conversation_id)
    if ('location' in origin) return [{ location: origin.location, runs }]
    const [first, last] = [runs[0]?.from ?? 0, runs.at(-1)?.to ?? 0]
    return origin.segments.flatMap((segment) => {
      if (segment.to_id < first || segment.from_id > last) return []
      const within = intersection(runs, [{ from: segment.from_id, to: segment.to_id }])
      return within.length === 0 ? [] : [{ location: (segment.location ??= this.#locationOf(segment)), runs: within }]
    })
  }

  #origin(id: number): Origin {
    let origin = this.#origins.get(id)
    if (origin === undefined) {
      const conversation = findConversation(this.realm, id)
      origin =
        conversation?.moved === 'never'
          ? { location: unmovedIn(conversation) }
          : { segments: segmentsOfOrigin(this.realm.sql, id) }
      this.#origins.set(id, origin)
    }
    return origin
  }

  #locationOf({ conversation_id, moves }: Segment): MessageLocation {
    const conversation = findConversation(this.realm, conversation_id)
    if (conversation === undefined) throw new Error(`Conversation ${conversation_id} has messages but no row`)
    return { conversation, earlier_channels: earlierChannelsOf(this.realm.sql, moves), moves }
  }
}

const CONVERSATIONS_PER_READ = 100

const unmovedIn = (conversation: Conversation): MessageLocation => ({ conversation, earlier_channels: [], moves: [] })

// The segments have no gaps between them. There may be thousands, if messages were moved one by one.
function segmentWith(segments: readonly LocatedSegment[], id: number): LocatedSegment {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (segments[middle]!.from_id <= id) low = middle
    else high = middle - 1
  }
  return segments[low]!
}
