import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, canSeeHistory, type ViewerAccess } from '../../channels/channels/rules'
import { findChannel } from '../../channels/channels/storage'
import { MarkSet } from '../flag-sets/mark-set'
import { UnreadAgain } from '../flag-sets/unread-again'
import type { IndexedMessage, IndexRow } from '../message-index/message'
import { invalidMessage } from '../message-index/rules'
import { maybeMessage } from '../message-index/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/storage'
import { MessageLocations, type MessageLocation } from '../../channels/topics/message-locations'
import type { Conversation } from '../../channels/topics/conversation'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { isHeld, isStillWith, isWithSince, wasReceived, type InChannel } from './receipt-rules'

/** A channel that a message was in: as of the event by which it came there, or from the beginning. */
export type FormerPlace = { stream_id: number; came_as_of: number | null }

/**
 * The one rule of who may read a message, asked by fetching, flags, history and whatever else shows one. A direct message
 * is its participants'. A channel's is whoever may see its content, and where history is protected, received it.
 */
export class Reading {
  readonly #places: MessageLocations
  readonly #channels = new Map<number, { channel: Channel; viewer: ViewerAccess } | undefined>()
  #spans: Map<number, SubscriptionPeriod[]> | undefined
  readonly #historical: MarkSet
  readonly #unreadAgain: UnreadAgain

  constructor(
    readonly realm: Realm,
    readonly reader: User,
  ) {
    this.#places = new MessageLocations(realm)
    this.#historical = new MarkSet(realm, reader.user_id, 'historical')
    this.#unreadAgain = new UnreadAgain(realm, reader.user_id)
  }

  canRead(row: IndexRow): boolean {
    const said = this.#inChannel(row)
    if (said === undefined) return this.#takesPart(row)
    const seen = this.#channel(said.stream_id)
    if (seen === undefined || !canSeeContent(seen.channel, seen.viewer)) return false
    if (isSpectator(this.reader) && seen.channel.is_archived) return false
    return canSeeHistory(seen.channel, seen.viewer) || isHeld(this.#spansIn, said)
  }

  /** Theirs by having been there when it was sent, or by having acted on it since. */
  isOwn(row: IndexRow): boolean {
    return this.wasReceived(row) || this.#historical.has(row.id)
  }

  /** It was moved to where they were. In a channel of protected history that is as good as having been sent there. */
  cameToThem(row: IndexRow): boolean {
    const said = this.#inChannel(row)
    if (said === undefined || said.earlier_channels.length === 0) return false
    const seen = this.#channel(said.stream_id)
    const isProtected = seen !== undefined && !canSeeHistory(seen.channel, seen.viewer)
    return isProtected && isHeld(this.#spansIn, said)
  }

  wasReceived(row: IndexRow): boolean {
    const said = this.#inChannel(row)
    return said ? wasReceived(this.#spansIn, said) : this.#takesPart(row)
  }

  /** Received, and they have been with it ever since. */
  receivedSinceJoining(row: IndexRow): boolean {
    const said = this.#inChannel(row)
    return said ? isStillWith(this.#spansIn, said) : this.#takesPart(row)
  }

  /** Theirs to read, if it is not read: received, or made unread by themselves, and they have been with it ever since. */
  isTheirsToRead(row: IndexRow): boolean {
    if (this.receivedSinceJoining(row)) return true
    const as_of = this.#unreadAgain.asOf(row.id)
    return as_of !== undefined && this.hasBeenWith(row, as_of)
  }

  /** In its channel as of an event, and with it ever since; nobody leaves a direct conversation. */
  hasBeenWith(row: IndexRow, as_of: number): boolean {
    const said = this.#inChannel(row)
    return said ? isWithSince(this.#spansIn, said, as_of) : this.#takesPart(row)
  }

  /**
   * Returns whether the reader knows a channel's topic that a message was in before it was moved. The message was sent
   * there, or came there as of an event. Readers know it if they can read the channel's history, or held the message there.
   */
  knowsPlace({ id }: Pick<IndexRow, 'id'>, { stream_id, came_as_of }: FormerPlace): boolean {
    const seen = this.#channel(stream_id)
    if (seen === undefined || (isSpectator(this.reader) && seen.channel.is_archived)) return false
    if (canSeeHistory(seen.channel, seen.viewer)) return true
    return this.#spansIn(stream_id).some((span) =>
      came_as_of === null ? coversMessage(span, id) : coversEvent(span, came_as_of),
    )
  }

  isIn(stream_id: number): boolean {
    return this.#spansIn(stream_id).some((span) => span.to_message === null)
  }

  conversationOf(row: IndexRow): Conversation {
    return this.placeOf(row).conversation
  }

  placeOf(row: IndexRow): MessageLocation {
    return this.#places.of(row)
  }

  /** The message as rules of channels ask about it; nothing where it is direct. */
  #inChannel(row: IndexRow): InChannel | undefined {
    const { conversation, earlier_channels } = this.placeOf(row)
    const { stream_id } = conversation
    return stream_id === null ? undefined : { id: row.id, stream_id, earlier_channels }
  }

  #takesPart(row: IndexRow): boolean {
    return this.conversationOf(row).people?.includes(this.reader.user_id) ?? false
  }

  #channel(stream_id: number) {
    if (!this.#channels.has(stream_id)) {
      const channel = findChannel(this.realm, stream_id)
      this.#channels.set(stream_id, channel && { channel, viewer: loadViewerAccess(this.realm, this.reader, channel) })
    }
    return this.#channels.get(stream_id)
  }

  readonly #spansIn = (stream_id: number): SubscriptionPeriod[] => {
    this.#spans ??= Map.groupBy(periodsOfUser(this.realm.sql, this.reader.user_id), (span) => span.stream_id)
    return this.#spans.get(stream_id) ?? []
  }
}

/** The message, if it is there and they may read it. Which of the two failed is nobody's business. */
export function messageVisibleTo(realm: Realm, reader: User, id: number): IndexedMessage {
  const message = maybeMessage(realm, id)
  if (message === undefined || !new Reading(realm, reader).canRead(message)) throw invalidMessage({})
  return message
}
