import type { Realm } from '../../../realm'
import { intersection, type Run } from '../../../store/id-set'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, canSeeHistory, isWithinLimit, type ViewerAccess } from '../../channels/channels/access-rules'
import { findChannel } from '../../channels/channels/storage'
import { FlagSet } from '../flag-sets/flag-set'
import { ManuallyUnread } from '../flag-sets/manually-unread-storage'
import type { IndexedMessage } from '../message-index/message'
import { invalidMessage } from '../message-index/rules'
import type { SentChunk } from '../message-index/sent-chunk-storage'
import { findMessage } from '../message-index/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { coversEvent, coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'
import {
  MessageLocations,
  type LocatedRuns,
  type MessageLocation,
  type SentMessage,
} from '../../channels/topics/message-locations'
import type { Conversation } from '../../channels/topics/conversation'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import {
  isReceivedInProtectedHistory,
  receivedAndSubscribedAbove,
  receivedAndSubscribedSince,
  receivedIn,
  subscribedSince,
  wasReceived,
  type ChannelMessage,
} from './receipt-rules'

/** A channel that a message was in. The event moved it there; null if it was sent there. */
export type FormerLocation = { stream_id: number; moved_in_at_event: number | null }

/**
 * Decides which messages a user can read, for all endpoints. The participants can read a direct message. Users who can see the
 * content of the channel can read a channel message. In protected history, they must also have received it.
 */
export class MessageAccess {
  readonly #locations: MessageLocations
  readonly #channels = new Map<number, { channel: Channel; viewer: ViewerAccess } | undefined>()
  #periods: ReturnType<typeof periodsOfUser> | undefined
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

  /** Reads the conversations of these messages at once. Without it, each is read when it is needed. */
  prepare(rows: readonly SentMessage[]): void {
    this.#locations.prepare(rows)
  }

  canRead(row: SentMessage): boolean {
    const message = this.#inChannel(row)
    return message === undefined ? this.#isParticipant(row) : this.#canReadInChannel(message)
  }

  #canReadInChannel(message: ChannelMessage): boolean {
    const found = this.#channel(message.stream_id)
    if (found === undefined || !canSeeContent(found.channel, found.viewer)) return false
    if (isSpectator(this.reader) && found.channel.is_archived) return false
    return canSeeHistory(found.channel, found.viewer) || isReceivedInProtectedHistory(this.#periodsIn, message)
  }

  /** Returns those of these messages at one location that the user can read. */
  readableOf({ location, runs }: LocatedRuns): readonly Run[] {
    const { conversation, earlier_channels } = location
    const { stream_id } = conversation
    if (stream_id === null) return this.#isIn(conversation) ? runs : []
    const found = this.#channel(stream_id)
    const isDecidedById = found !== undefined && !canSeeHistory(found.channel, found.viewer)
    const within =
      isDecidedById && earlier_channels.length === 0 ? intersection(runs, receivedIn(this.#periodsIn(stream_id))) : runs
    const [first] = within
    return first && this.#canReadInChannel({ id: first.from, stream_id, earlier_channels }) ? within : []
  }

  /** Whether the user received the message when it was sent, or acted on it since. */
  isInOwnHistory(row: SentMessage): boolean {
    return this.wasReceived(row) || this.#historical.has(row.id)
  }

  /** Whether the message was moved into protected history while the user was subscribed. That counts as received. */
  movedIntoSubscription(row: SentMessage): boolean {
    const message = this.#inChannel(row)
    if (message === undefined || message.earlier_channels.length === 0) return false
    const found = this.#channel(message.stream_id)
    const isProtected = found !== undefined && !canSeeHistory(found.channel, found.viewer)
    return isProtected && isReceivedInProtectedHistory(this.#periodsIn, message)
  }

  /** Whether the user received the message when it was sent. */
  wasReceived(row: SentMessage): boolean {
    const message = this.#inChannel(row)
    return message ? wasReceived(this.#periodsIn, message) : this.#isParticipant(row)
  }

  /** Whether the user received the message, and has been subscribed wherever it was since. */
  receivedAndSubscribedSince(row: SentMessage): boolean {
    const message = this.#inChannel(row)
    return message ? receivedAndSubscribedSince(this.#periodsIn, message) : this.#isParticipant(row)
  }

  /** Whether the message is unread if it lacks the flag `read`: received or manually unread, and subscribed since. */
  countsAsUnreadIfNotRead(row: SentMessage): boolean {
    if (this.receivedAndSubscribedSince(row)) return true
    const at_event = this.#manuallyUnread.atEvent(row.id)
    return at_event !== undefined && this.subscribedSince(row, at_event)
  }

  /**
   * Returns the id above which the reader can read the messages at a location, and they count as unread if they are not read.
   * Infinity if there are none. Manually unread messages may be below it.
   */
  unreadAbove({ conversation, earlier_channels }: MessageLocation): number {
    const { stream_id, people } = conversation
    if (stream_id === null) return people.includes(this.reader.user_id) ? 0 : Infinity
    const above = receivedAndSubscribedAbove(this.#periodsIn, { stream_id, earlier_channels })
    return this.#canReadInChannel({ id: above + 1, stream_id, earlier_channels }) ? above : Infinity
  }

  /** Returns the messages of a chunk that may be in conversations that fit, by the conversation to which they were sent. */
  sentTo(chunk: SentChunk, fits: (conversation: Conversation) => boolean): Map<number, Run[]> {
    this.prepareOrigins(chunk.origins())
    return chunk.byOrigin((origin_id) => this.#locations.mayBeIn(origin_id, fits))
  }

  /** Returns those of these messages that are in conversations that fit, by the conversation to which they were sent and by location. */
  located(
    sent: ReadonlyMap<number, readonly Run[]>,
    fits: (conversation: Conversation) => boolean,
  ): (LocatedRuns & { origin_id: number })[] {
    this.prepareOrigins([...sent.keys()])
    return [...sent].flatMap(([origin_id, ids]) =>
      this.locate(origin_id, ids).flatMap((located) =>
        fits(located.location.conversation) ? [{ ...located, origin_id }] : [],
      ),
    )
  }

  /** Returns how many of these conversations, to which messages were sent, memory does not have. */
  countUnread(ids: readonly number[]): number {
    return this.#locations.countUnread(ids)
  }

  /** Returns the locations of messages that were sent to one conversation, each with its part of the messages. */
  locate(origin_id: number, runs: readonly Run[]): LocatedRuns[] {
    return this.#locations.ofRuns(origin_id, runs)
  }

  /** Reads the conversations at once to which messages were sent. */
  prepareOrigins(ids: readonly number[]): void {
    this.#locations.prepareOrigins(ids)
  }

  /** Whether the user has been subscribed wherever the message was since an event. True for direct messages. */
  subscribedSince(row: SentMessage, at_event: number): boolean {
    const message = this.#inChannel(row)
    return message ? subscribedSince(this.#periodsIn, message, at_event) : this.#isParticipant(row)
  }

  /**
   * Returns whether the reader may know the topic in which a message was before a move. The reader must be able to read the
   * history of that channel, or have received the message there. An agent must have that channel.
   */
  canKnowLocation({ id }: Pick<SentMessage, 'id'>, { stream_id, moved_in_at_event }: FormerLocation): boolean {
    const found = this.#channel(stream_id)
    if (found === undefined || (isSpectator(this.reader) && found.channel.is_archived)) return false
    if (!isWithinLimit(found.channel, found.viewer)) return false
    if (canSeeHistory(found.channel, found.viewer)) return true
    return this.#periodsIn(stream_id).some((period) =>
      moved_in_at_event === null ? coversMessage(period, id) : coversEvent(period, moved_in_at_event),
    )
  }

  isSubscribed(stream_id: number): boolean {
    return this.#periodsIn(stream_id).some((period) => period.to_message === null)
  }

  conversationOf(row: SentMessage): Conversation {
    return this.locationOf(row).conversation
  }

  locationOf(row: SentMessage): MessageLocation {
    return this.#locations.of(row)
  }

  /** Returns the message for the rules about channels; undefined for a direct message. */
  #inChannel(row: SentMessage): ChannelMessage | undefined {
    const { conversation, earlier_channels } = this.locationOf(row)
    const { stream_id } = conversation
    return stream_id === null ? undefined : { id: row.id, stream_id, earlier_channels }
  }

  #isParticipant(row: SentMessage): boolean {
    return this.#isIn(this.conversationOf(row))
  }

  #isIn({ people }: Conversation): boolean {
    return this.reader.limited_to === undefined && (people?.includes(this.reader.user_id) ?? false)
  }

  #channel(stream_id: number) {
    if (!this.#channels.has(stream_id)) {
      const channel = findChannel(this.realm, stream_id)
      this.#channels.set(stream_id, channel && { channel, viewer: loadViewerAccess(this.realm, this.reader, channel) })
    }
    return this.#channels.get(stream_id)
  }

  readonly #periodsIn = (stream_id: number): readonly SubscriptionPeriod[] => {
    this.#periods ??= periodsOfUser(this.realm, this.reader.user_id)
    return this.#periods.get(stream_id) ?? []
  }
}

/** Returns a message that the reader can read, or throws. The error does not reveal whether the message exists. */
export function getVisibleMessage(realm: Realm, reader: User, id: number): IndexedMessage {
  const message = findMessage(realm, id)
  if (message === undefined || !new MessageAccess(realm, reader).canRead(message)) throw invalidMessage({})
  return message
}
