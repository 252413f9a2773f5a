import type { AudiencePart } from '../../events/event'
import { audience, type Realm } from '../../realm'
import { canSeeContent, canSeeHistory, type Viewer } from '../channels/rules'
import { maybeChannel } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { seenAsOf, viewerOf } from '../subscriptions/access'
import { didReceive, spansOfUser, type Span } from '../subscriptions/storage'
import { maybeConversation, type Conversation } from '../topics/storage'
import { people } from '../users/events'
import type { User } from '../users/user'
import { MarkSet } from './marks'
import { invalidMessage } from './rules'
import { maybeMessage, type IndexedMessage, type IndexRow } from './storage'

/**
 * The one rule of who may read a message, asked by fetching, flags, history and whatever else shows one. A direct message
 * is its participants'. A channel's is whoever may see its content, and where history is protected, received it.
 */
export class Reading {
  readonly #conversations = new Map<number, Conversation>()
  readonly #channels = new Map<number, { channel: Channel; viewer: Viewer } | undefined>()
  #spans: Map<number, Span[]> | undefined
  readonly #historical: MarkSet

  constructor(
    readonly realm: Realm,
    readonly reader: User,
  ) {
    this.#historical = new MarkSet(realm, reader.user_id, 'historical')
  }

  canRead(row: IndexRow): boolean {
    const conversation = this.conversationOf(row)
    if (conversation.stream_id === null) return conversation.people.includes(this.reader.user_id)
    const seen = this.#channel(conversation.stream_id)
    if (seen === undefined || !canSeeContent(seen.channel, seen.viewer)) return false
    return canSeeHistory(seen.channel, seen.viewer) || this.#receivedIn(conversation.stream_id, row.id)
  }

  /** Theirs by having been there when it was sent, or by having acted on it since. */
  isOwn(row: IndexRow): boolean {
    return this.wasReceived(row) || this.#historical.has(row.id)
  }

  wasReceived(row: IndexRow): boolean {
    const conversation = this.conversationOf(row)
    if (conversation.stream_id === null) return conversation.people.includes(this.reader.user_id)
    return this.#receivedIn(conversation.stream_id, row.id)
  }

  /** Received, and they have been there ever since: leaving a channel settles what was unread in it. */
  receivedSinceJoining(row: IndexRow): boolean {
    const { stream_id } = this.conversationOf(row)
    if (stream_id === null) return this.wasReceived(row)
    return this.#spansIn(stream_id).some((span) => span.to_message === null && span.from_message < row.id)
  }

  isIn(stream_id: number): boolean {
    return this.#spansIn(stream_id).some((span) => span.to_message === null)
  }

  conversationOf(row: Pick<IndexRow, 'conversation_id'>): Conversation {
    let conversation = this.#conversations.get(row.conversation_id)
    if (conversation === undefined) {
      conversation = maybeConversation(this.realm, row.conversation_id)
      if (conversation === undefined) throw new Error(`Conversation ${row.conversation_id} has messages but no row`)
      this.#conversations.set(row.conversation_id, conversation)
    }
    return conversation
  }

  #channel(stream_id: number) {
    if (!this.#channels.has(stream_id)) {
      const channel = maybeChannel(this.realm, stream_id)
      this.#channels.set(stream_id, channel && { channel, viewer: viewerOf(this.realm, this.reader, channel) })
    }
    return this.#channels.get(stream_id)
  }

  #receivedIn(stream_id: number, id: number): boolean {
    return this.#spansIn(stream_id).some(
      (span) => span.from_message < id && (span.to_message === null || id <= span.to_message),
    )
  }

  #spansIn(stream_id: number): Span[] {
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
export const readersOf = ({ id, conversation }: IndexedMessage): AudiencePart =>
  conversation.stream_id === null
    ? people({ user_ids: conversation.people })
    : readersInChannel({ stream_id: conversation.stream_id, message_id: id })

export const readersInChannel = audience<{ stream_id: number; message_id: number }>({
  name: 'readers of a channel message',
  includes: (realm, { stream_id, message_id }) => {
    const seesContent = seenAsOf(realm, stream_id, canSeeContent)
    const seesHistory = seenAsOf(realm, stream_id, canSeeHistory)
    return (queue, event_id) =>
      seesHistory(queue, event_id) ||
      (seesContent(queue, event_id) && didReceive(realm, stream_id, queue.user_id, message_id))
  },
})
