import type { ReadOnlyRealm } from '../../../realm'
import { memorySize } from '../../../store/memory-size'
import type { Conversation } from '../../channels/topics/conversation'
import { visibilityFilter } from '../../people/users/visible-users'
import type { User } from '../../people/users/user'
import { conversationForReader, senderForReader, type DisplayOptions } from '../wire-format/message'

type Sender = ReturnType<typeof senderForReader>
type InConversation = ReturnType<typeof conversationForReader>

/**
 * Messages on their way from the realm to the Worker. What several messages have in common goes once: a page of a hundred messages has few
 * senders and conversations. The lists of numbers have one item for each message.
 */
export type PackedMessages = {
  ids: number[]
  timestamps: number[]
  senderIndexes: number[]
  senders: Sender[]
  conversationIndexes: number[]
  conversations: InConversation[]
  flagIndexes: number[]
  flags: string[][]
  extras: ReadonlyMap<number, Record<string, unknown>>
}

export type FetchedMessage = ReturnType<typeof unpackMessages>[number]

/** Returns the messages as their reader receives them, without their bodies. */
export const unpackMessages = (packed: PackedMessages) =>
  packed.ids.map((id, nth) => ({
    id,
    ...packed.senders[packed.senderIndexes[nth]!]!,
    ...packed.conversations[packed.conversationIndexes[nth]!]!,
    timestamp: packed.timestamps[nth]!,
    reactions: [],
    submessages: [],
    ...packed.extras.get(id),
    flags: packed.flags[packed.flagIndexes[nth]!]!,
  }))

type Added = {
  row: { id: number; sender_id: number; sent_at: number }
  conversation: Conversation
  flags: string[]
  extras: Record<string, unknown> | undefined
}

/** The numbers of one message. */
const BYTES_OF_NUMBERS = 40

/** Packs messages for one reader, and knows how many bytes they hold. */
export class MessagePacker {
  readonly #ids: number[] = []
  readonly #timestamps: number[] = []
  readonly #senders: Distinct<number, Sender, number>
  readonly #conversations: Distinct<Conversation, InConversation, number>
  readonly #flags = new Distinct((flags: string[]) => flags, String)
  readonly #extras = new Map<number, Record<string, unknown>>()
  bytes = 0

  constructor(realm: ReadOnlyRealm, reader: User, options: DisplayOptions) {
    const forReader = { ...options, canSee: visibilityFilter(realm, reader) }
    this.#senders = new Distinct(
      (user_id) => senderForReader(realm, reader, user_id, forReader),
      (user_id) => user_id,
    )
    this.#conversations = new Distinct(
      (conversation) => conversationForReader(realm, conversation, options),
      ({ id }) => id,
    )
  }

  add({ row, conversation, flags, extras }: Added): void {
    this.#ids.push(row.id)
    this.#timestamps.push(row.sent_at)
    if (extras !== undefined) this.#extras.set(row.id, extras)
    this.bytes +=
      BYTES_OF_NUMBERS +
      (extras === undefined ? 0 : memorySize(extras)) +
      this.#senders.add(row.sender_id) +
      this.#conversations.add(conversation) +
      this.#flags.add(flags)
  }

  /** Returns the first of the packed messages. */
  packed(count: number): PackedMessages {
    const ids = this.#ids.slice(0, count)
    return {
      ids,
      timestamps: this.#timestamps.slice(0, count),
      senderIndexes: this.#senders.indexes.slice(0, count),
      senders: this.#senders.values,
      conversationIndexes: this.#conversations.indexes.slice(0, count),
      conversations: this.#conversations.values,
      flagIndexes: this.#flags.indexes.slice(0, count),
      flags: this.#flags.values,
      extras: this.#extras,
    }
  }
}

/** The distinct values of a list, and the index of each item's value. */
class Distinct<Item, Value, Key> {
  readonly indexes: number[] = []
  readonly values: Value[] = []
  readonly #indexOf = new Map<Key, number>()

  constructor(
    readonly make: (item: Item) => Value,
    readonly keyOf: (item: Item) => Key,
  ) {}

  /** Returns the bytes that the item adds. */
  add(item: Item): number {
    const key = this.keyOf(item)
    const earlier = this.#indexOf.get(key)
    this.indexes.push(earlier ?? this.values.length)
    if (earlier !== undefined) return 0
    this.#indexOf.set(key, this.values.length)
    const value = this.make(item)
    this.values.push(value)
    return memorySize(value)
  }
}
