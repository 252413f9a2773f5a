import type { AudiencePart } from '../../events/event'
import { audience, type Realm } from '../../realm'
import { canSeeContent, canSeeHistory, type Viewer } from '../channels/rules'
import { maybeChannel } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { MarkSet } from '../marks/mark-set'
import { UnreadAgain } from '../marks/unread-again'
import { invalidMessage } from '../messages/rules'
import { maybeMessage } from '../messages/storage'
import type { IndexedMessage, IndexRow } from '../messages/message'
import { seenAsOf, viewerOf } from '../subscriptions/access'
import type { Span } from '../subscriptions/span'
import { spansIn, spansOfUser } from '../subscriptions/storage'
import type { Passage } from '../topics/moves'
import { Places, type Place } from '../topics/places'
import type { Conversation } from '../topics/storage'
import { people } from '../users/events'
import type { User } from '../users/user'
import { isSpectator } from '../users/spectator'
import { isHeld, isStillWith, isWithSince, wasReceived } from './receipt-rules'

/**
 * The one rule of who may read a message, asked by fetching, flags, history and whatever else shows one. A direct message
 * is its participants'. A channel's is whoever may see its content, and where history is protected, received it.
 */
export class Reading {
  readonly #places: Places
  readonly #channels = new Map<number, { channel: Channel; viewer: Viewer } | undefined>()
  #spans: Map<number, Span[]> | undefined
  readonly #historical: MarkSet
  readonly #unreadAgain: UnreadAgain

  constructor(
    readonly realm: Realm,
    readonly reader: User,
  ) {
    this.#places = new Places(realm)
    this.#historical = new MarkSet(realm, reader.user_id, 'historical')
    this.#unreadAgain = new UnreadAgain(realm, reader.user_id)
  }

  canRead(row: IndexRow): boolean {
    const { conversation, passages } = this.placeOf(row)
    const { stream_id } = conversation
    if (stream_id === null) return conversation.people.includes(this.reader.user_id)
    const seen = this.#channel(stream_id)
    if (seen === undefined || !canSeeContent(seen.channel, seen.viewer)) return false
    if (isSpectator(this.reader) && seen.channel.is_archived) return false
    return canSeeHistory(seen.channel, seen.viewer) || isHeld(this.#spansIn, { id: row.id, stream_id, passages })
  }

  /** Theirs by having been there when it was sent, or by having acted on it since. */
  isOwn(row: IndexRow): boolean {
    return this.wasReceived(row) || this.#historical.has(row.id)
  }

  /** It was moved to where they were. In a channel of protected history that is as good as having been sent there. */
  cameToThem(row: IndexRow): boolean {
    const { conversation, passages } = this.placeOf(row)
    const { stream_id } = conversation
    if (stream_id === null || passages.length === 0) return false
    const seen = this.#channel(stream_id)
    const isProtected = seen !== undefined && !canSeeHistory(seen.channel, seen.viewer)
    return isProtected && isHeld(this.#spansIn, { id: row.id, stream_id, passages })
  }

  wasReceived(row: IndexRow): boolean {
    const { conversation, passages } = this.placeOf(row)
    const { stream_id } = conversation
    if (stream_id === null) return conversation.people.includes(this.reader.user_id)
    return wasReceived(this.#spansIn, { id: row.id, stream_id, passages })
  }

  /** Received, and they have been with it ever since. */
  receivedSinceJoining(row: IndexRow): boolean {
    const { conversation, passages } = this.placeOf(row)
    const { stream_id } = conversation
    return stream_id === null ? this.wasReceived(row) : isStillWith(this.#spansIn, { id: row.id, stream_id, passages })
  }

  /** Theirs to read, if it is not read: received, or made unread by themselves, and they have been with it ever since. */
  isTheirsToRead(row: IndexRow): boolean {
    if (this.receivedSinceJoining(row)) return true
    const as_of = this.#unreadAgain.asOf(row.id)
    return as_of !== undefined && this.hasBeenWith(row, as_of)
  }

  /** In its channel as of an event, and with it ever since. */
  hasBeenWith(row: IndexRow, as_of: number): boolean {
    const { conversation, passages } = this.placeOf(row)
    const { stream_id } = conversation
    return stream_id !== null && isWithSince(this.#spansIn, { stream_id, passages }, as_of)
  }

  isIn(stream_id: number): boolean {
    return this.#spansIn(stream_id).some((span) => span.to_message === null)
  }

  conversationOf(row: IndexRow): Conversation {
    return this.placeOf(row).conversation
  }

  placeOf(row: IndexRow): Place {
    return this.#places.of(row)
  }

  #channel(stream_id: number) {
    if (!this.#channels.has(stream_id)) {
      const channel = maybeChannel(this.realm, stream_id)
      this.#channels.set(stream_id, channel && { channel, viewer: viewerOf(this.realm, this.reader, channel) })
    }
    return this.#channels.get(stream_id)
  }

  readonly #spansIn = (stream_id: number): Span[] => {
    this.#spans ??= Map.groupBy(spansOfUser(this.realm, this.reader.user_id), (span) => span.stream_id)
    return this.#spans.get(stream_id) ?? []
  }
}

/** The message, if it is there and they may read it. Which of the two failed is nobody's business. */
export function messageVisibleTo(realm: Realm, reader: User, id: number): IndexedMessage {
  const message = maybeMessage(realm, id)
  if (message === undefined || !new Reading(realm, reader).canRead(message)) throw invalidMessage({})
  return message
}

/** Everyone who may read the message, by the same rule, as of the event. */
export const readersOf = ({ id, conversation, passages }: IndexedMessage): AudiencePart =>
  conversation.stream_id === null
    ? people({ user_ids: conversation.people })
    : readersInChannel({ stream_id: conversation.stream_id, message_id: id, passages })

type ReadInChannel = { stream_id: number; message_id: number; passages: readonly Passage[] }

export const readersInChannel = audience<ReadInChannel>({
  name: 'readers of a channel message',
  includes: (realm, { stream_id, message_id, passages }) => {
    const seesContent = seenAsOf(realm, stream_id, canSeeContent)
    const seesHistory = seenAsOf(realm, stream_id, canSeeHistory)
    const holds = (user_id: number) =>
      isHeld((channel) => spansIn(realm, channel, user_id), { id: message_id, stream_id, passages })
    return (queue, event_id) => seesHistory(queue, event_id) || (seesContent(queue, event_id) && holds(queue.user_id))
  },
})
