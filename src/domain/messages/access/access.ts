import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, canSeeHistory, type ViewerAccess } from '../../channels/channels/rules'
import { findChannel } from '../../channels/channels/storage'
import { FlagSet } from '../flag-sets/flag-set'
import { ManuallyUnread } from '../flag-sets/manually-unread-storage'
import type { IndexedMessage, IndexRow } from '../message-index/message'
import { invalidMessage } from '../message-index/rules'
import { findMessage } from '../message-index/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/storage'
import { MessageLocations, type MessageLocation } from '../../channels/topics/message-locations'
import type { Conversation } from '../../channels/topics/conversation'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import {
  isReceivedInProtectedHistory,
  receivedAndSubscribedSince,
  subscribedSince,
  wasReceived,
  type ChannelMessage,
} from './receipt-rules'

/** A channel that a message was in: as of the event by which it came there, or from the beginning. */
export type FormerLocation = { stream_id: number; moved_in_at_event: number | null }

/**
 * The one rule of who may read a message, asked by fetching, flags, history and whatever else shows one. A direct message
 * is its participants'. A channel's is whoever may see its content, and where history is protected, received it.
 */
export class MessageAccess {
  readonly #locations: MessageLocations
  readonly #channels = new Map<number, { channel: Channel; viewer: ViewerAccess } | undefined>()
  #periods: Map<number, SubscriptionPeriod[]> | undefined
  readonly #historical: FlagSet
  readonly #manuallyUnread: ManuallyUnread

  constructor(
    readonly realm: Realm,
    readonly reader: User,
  ) {
    this.#locations = new MessageLocations(realm)
    this.#historical = new FlagSet(realm, reader.user_id, 'historical')
    this.#manuallyUnread = new ManuallyUnread(realm, reader.user_id)
  }

  canRead(row: IndexRow): boolean {
    const message = this.#inChannel(row)
    if (message === undefined) return this.#isParticipant(row)
    const seen = this.#channel(message.stream_id)
    if (seen === undefined || !canSeeContent(seen.channel, seen.viewer)) return false
    if (isSpectator(this.reader) && seen.channel.is_archived) return false
    return canSeeHistory(seen.channel, seen.viewer) || isReceivedInProtectedHistory(this.#periodsIn, message)
  }

  /** Theirs by having been there when it was sent, or by having acted on it since. */
  isInOwnHistory(row: IndexRow): boolean {
    return this.wasReceived(row) || this.#historical.has(row.id)
  }

  /** It was moved to where they were. In a channel of protected history that is as good as having been sent there. */
  movedIntoSubscription(row: IndexRow): boolean {
    const message = this.#inChannel(row)
    if (message === undefined || message.earlier_channels.length === 0) return false
    const seen = this.#channel(message.stream_id)
    const isProtected = seen !== undefined && !canSeeHistory(seen.channel, seen.viewer)
    return isProtected && isReceivedInProtectedHistory(this.#periodsIn, message)
  }

  wasReceived(row: IndexRow): boolean {
    const message = this.#inChannel(row)
    return message ? wasReceived(this.#periodsIn, message) : this.#isParticipant(row)
  }

  /** Received, and they have been with it ever since. */
  receivedAndSubscribedSince(row: IndexRow): boolean {
    const message = this.#inChannel(row)
    return message ? receivedAndSubscribedSince(this.#periodsIn, message) : this.#isParticipant(row)
  }

  /** Theirs to read, if it is not read: received, or made unread by themselves, and they have been with it ever since. */
  countsAsUnreadIfNotRead(row: IndexRow): boolean {
    if (this.receivedAndSubscribedSince(row)) return true
    const at_event = this.#manuallyUnread.atEvent(row.id)
    return at_event !== undefined && this.subscribedSince(row, at_event)
  }

  /** In its channel as of an event, and with it ever since; nobody leaves a direct conversation. */
  subscribedSince(row: IndexRow, at_event: number): boolean {
    const message = this.#inChannel(row)
    return message ? subscribedSince(this.#periodsIn, message, at_event) : this.#isParticipant(row)
  }

  /**
   * Returns whether the reader knows a channel's topic that a message was in before it was moved. The message was sent
   * there, or came there as of an event. Readers know it if they can read the channel's history, or held the message there.
   */
  canKnowLocation({ id }: Pick<IndexRow, 'id'>, { stream_id, moved_in_at_event }: FormerLocation): boolean {
    const seen = this.#channel(stream_id)
    if (seen === undefined || (isSpectator(this.reader) && seen.channel.is_archived)) return false
    if (canSeeHistory(seen.channel, seen.viewer)) return true
    return this.#periodsIn(stream_id).some((period) =>
      moved_in_at_event === null ? coversMessage(period, id) : coversEvent(period, moved_in_at_event),
    )
  }

  isSubscribed(stream_id: number): boolean {
    return this.#periodsIn(stream_id).some((period) => period.to_message === null)
  }

  conversationOf(row: IndexRow): Conversation {
    return this.locationOf(row).conversation
  }

  locationOf(row: IndexRow): MessageLocation {
    return this.#locations.of(row)
  }

  /** The message as rules of channels ask about it; nothing where it is direct. */
  #inChannel(row: IndexRow): ChannelMessage | undefined {
    const { conversation, earlier_channels } = this.locationOf(row)
    const { stream_id } = conversation
    return stream_id === null ? undefined : { id: row.id, stream_id, earlier_channels }
  }

  #isParticipant(row: IndexRow): boolean {
    return this.conversationOf(row).people?.includes(this.reader.user_id) ?? false
  }

  #channel(stream_id: number) {
    if (!this.#channels.has(stream_id)) {
      const channel = findChannel(this.realm, stream_id)
      this.#channels.set(stream_id, channel && { channel, viewer: loadViewerAccess(this.realm, this.reader, channel) })
    }
    return this.#channels.get(stream_id)
  }

  readonly #periodsIn = (stream_id: number): SubscriptionPeriod[] => {
    this.#periods ??= Map.groupBy(periodsOfUser(this.realm.sql, this.reader.user_id), (period) => period.stream_id)
    return this.#periods.get(stream_id) ?? []
  }
}

/** The message, if it is there and they may read it. Which of the two failed is nobody's business. */
export function getVisibleMessage(realm: Realm, reader: User, id: number): IndexedMessage {
  const message = findMessage(realm, id)
  if (message === undefined || !new MessageAccess(realm, reader).canRead(message)) throw invalidMessage({})
  return message
}
