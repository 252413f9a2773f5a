import { placeNumber } from '../../src/domain/messages/replica/digest-rules'
import type { KeptConversation } from '../../client-state/wire'
import { placeOf, type Core } from './core'
import { after, conversationKey, nameOf, numberIn } from './keys'
import type { PendingChanges } from './pending-changes'
import type { Storage } from './storage'

/** Where messages move. Without links, those of the topic in which they were. */
export type NewTopic = {
  stream_id: number
  subject: string
  topic_links?: KeptConversation['topic_links'] | undefined
}

/** The conversations of a replica, by numbers that stay when a topic gets another name, and how many messages each has. */
export class Conversations {
  readonly #byNumber = new Map<number, KeptConversation>()
  readonly #numbers = new Map<string, number>()
  readonly #places = new Map<number, number>()
  readonly #counts = new Map<number, number>()

  constructor(readonly changes: PendingChanges) {}

  /** Grows with each name that changes. */
  changed = 0

  async load(storage: Storage): Promise<void> {
    for (const [key, conversation] of await storage.range<KeptConversation>({ from: 'c', to: after('c') }))
      this.#learn(numberIn(key), conversation)
    for (const [name, number] of await storage.range<number>({ from: 'k', to: after('k') }))
      this.#numbers.set(name, number)
  }

  get = (number: number): KeptConversation | undefined => this.#byNumber.get(number)
  find = (conversation: KeptConversation): number | undefined => this.#numbers.get(nameOf(conversation))
  placeOf = (number: number): number => this.#places.get(number) ?? 0
  countOf = (number: number): number => this.#counts.get(number) ?? 0

  count(number: number, by: number): void {
    this.#counts.set(number, this.countOf(number) + by)
  }

  /** Returns the number of a conversation, which may be new. */
  numberOf(conversation: KeptConversation, core: Core): number {
    const number = this.find(conversation) ?? core.conversations++
    if (JSON.stringify(this.get(number)) !== JSON.stringify(conversation)) this.know(number, conversation)
    return number
  }

  know(number: number, conversation: KeptConversation): void {
    this.#learn(number, conversation)
    this.changed++
    this.#numbers.set(nameOf(conversation), number)
    this.changes.put(conversationKey(number), () => conversation)
    this.changes.put(nameOf(conversation), () => number)
  }

  /** Names the conversations whose names the browser lost. */
  restoreNames(): void {
    for (const [number, conversation] of this.#byNumber)
      if (this.countOf(number) > 0 && this.find(conversation) !== number) this.know(number, conversation)
  }

  rename(number: number, to: KeptConversation): void {
    const before = this.get(number)
    if (before) {
      this.#numbers.delete(nameOf(before))
      this.changes.remove(nameOf(before))
    }
    this.know(number, to)
  }

  /** Returns the topic to which messages of a conversation move. */
  movedTo(number: number, { stream_id, subject, topic_links }: NewTopic): KeptConversation {
    const links = topic_links ?? this.get(number)?.topic_links ?? []
    return {
      type: 'stream',
      stream_id,
      subject,
      recipient_id: stream_id * 2,
      display_recipient: this.#channelName(stream_id),
      topic_links: links,
    }
  }

  /** Returns the numbers of the conversations in channels for which the test is true. */
  inChannels(isWanted: (stream_id: number) => boolean): Set<number> {
    const numbers = new Set<number>()
    for (const [number, conversation] of this.#byNumber)
      if (conversation.type === 'stream' && isWanted(conversation.stream_id)) numbers.add(number)
    return numbers
  }

  #channelName(stream_id: number): string {
    for (const conversation of this.#byNumber.values())
      if (conversation.type === 'stream' && conversation.stream_id === stream_id) return conversation.display_recipient
    return ''
  }

  #learn(number: number, conversation: KeptConversation) {
    this.#byNumber.set(number, conversation)
    this.#places.set(number, placeNumber(placeOf(conversation)))
  }
}
