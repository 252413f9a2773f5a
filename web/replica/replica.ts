import { blockOf, IDS_PER_BLOCK, type Place } from '../../src/domain/messages/replica/digest-rules'
import type { KeptSender } from '../../client-state/wire'
import { Block, type StoredBlock } from './block'
import { Conversations, type NewTopic } from './conversations'
import { FORM, newCore, placeOf, type Core } from './core'
import { after, blockKey, CORE, lastIdOfPack, numberIn, packKey, senderKey } from './keys'
import { fullOf, packOf, packText, withoutEmpty, type Full, type Kept, type Row } from './kept'
import { PendingChanges } from './pending-changes'
import type { Storage } from './storage'

/**
 * The messages that a user keeps, as one tab writes them. Conversations, senders, and where each message is, are in memory. The messages
 * themselves are in the storage, in packs, and those that a change needs are loaded for it. Nothing is written before `commit`.
 */
export class Replica {
  readonly #changes = new PendingChanges()
  readonly #conversations = new Conversations(this.#changes)
  readonly #senders = new Map<number, KeptSender>()
  readonly #blocks = new Map<number, Block>()
  readonly #packs = new Map<string, Map<number, Kept>>()

  private constructor(
    readonly storage: Storage,
    readonly core: Core,
  ) {}

  /** Opens the replica of a session. That of another session, or of another form, is deleted. */
  static async open(storage: Storage, session: string): Promise<Replica> {
    const [stored] = await storage.read<Core>([CORE])
    if (stored?.form !== FORM || stored.session !== session) {
      if (stored !== undefined) await storage.clear()
      return new Replica(storage, newCore(session))
    }
    const replica = new Replica(storage, stored)
    await replica.#load()
    return replica
  }

  async #load() {
    await this.#conversations.load(this.storage)
    for (const [key, sender] of await this.storage.range<KeptSender>({ from: 's', to: after('s') }))
      this.#senders.set(numberIn(key), sender)
    for (const [key, stored] of await this.storage.range<StoredBlock>({ from: 'b', to: after('b') })) {
      const block = new Block(numberIn(key), stored)
      this.#blocks.set(block.number, block)
      for (const [, conversation] of block.messages()) this.#conversations.count(conversation, 1)
    }
  }

  has = (id: number): boolean => this.#conversationOf(id) !== undefined
  versionOf = (id: number): number => this.#blocks.get(blockOf(id))?.versionOf(id) ?? 0
  marksOf = (id: number): number => this.#blocks.get(blockOf(id))?.marksOf(id) ?? 0

  placeOfMessage(id: number): Place | undefined {
    const number = this.#conversationOf(id)
    const conversation = number === undefined ? undefined : this.#conversations.get(number)
    return conversation && placeOf(conversation)
  }

  /** The newest message, or 0. */
  get lastId(): number {
    for (const block of [...this.#blocks.keys()].sort((a, b) => b - a)) {
      const id = this.idsIn(block).at(-1)
      if (id !== undefined) return id
    }
    return 0
  }

  /** Returns the first id of the first block whose messages were sent after this second. */
  async firstBlockSince(second: number): Promise<number | undefined> {
    for (const block of [...this.#blocks.keys()].sort((a, b) => a - b)) {
      const id = this.idsIn(block).at(-1)
      const [key] = id === undefined ? [] : this.#packKeys([id])
      if (id === undefined || key === undefined) continue
      await this.#loadPacks([key])
      if ((this.#packs.get(key)?.get(id)?.timestamp ?? 0) >= second)
        return Math.max(block * IDS_PER_BLOCK, this.core.from)
    }
    return undefined
  }

  /** Returns the messages of a block. */
  idsIn = (block: number): number[] => [...(this.#blocks.get(block)?.messages(this.core.from) ?? [])].map(([id]) => id)

  /** Returns the digests of the blocks from the first message on, up to an id. */
  digests(to: number): number[] {
    const { from } = this.core
    const first = blockOf(from)
    return Array.from({ length: blockOf(to) - first + 1 }, (_, nth) => {
      const block = this.#blocks.get(first + nth) ?? new Block(first + nth)
      return block.digest(from, this.#conversations.placeOf)
    })
  }

  #conversationOf = (id: number): number | undefined => this.#blocks.get(blockOf(id))?.conversationOf(id)

  /** Adds messages, or replaces them. */
  async put(rows: readonly Row[]): Promise<void> {
    const numbered = rows.map((row) => ({ ...row, number: this.#conversations.numberOf(row.conversation, this.core) }))
    await this.#loadPacks([
      ...this.#packKeys(numbered.map(({ kept }) => kept.id)),
      ...numbered.map(({ kept, number }) => packKey(number, kept.id)),
    ])
    for (const { kept, sender, number } of numbered) {
      this.#knowSender(sender)
      this.#take(kept.id)
      this.#place(kept, number)
    }
  }

  async remove(ids: readonly number[]): Promise<void> {
    const there = ids.filter(this.has)
    await this.#loadPacks(this.#packKeys(there))
    for (const id of there) this.#take(id)
  }

  /** Changes messages that the replica has. */
  async change(ids: readonly number[], change: (kept: Full) => Full): Promise<void> {
    const there = ids.filter(this.has)
    await this.#loadPacks(this.#packKeys(there))
    for (const id of there) {
      const number = this.#conversationOf(id)
      const kept = this.#take(id)
      if (kept && number !== undefined) this.#place(withoutEmpty(change(fullOf(kept))), number)
    }
  }

  /** Moves messages to a topic. A whole topic gets another name, whatever its size. */
  async relocate(ids: readonly number[], topic: NewTopic): Promise<void> {
    const conversations = this.#conversations
    for (const [number = 0, moved] of Map.groupBy(ids.filter(this.has), this.#conversationOf)) {
      const to = conversations.movedTo(number, topic)
      const target = conversations.find(to)
      const isFree = target === undefined || conversations.countOf(target) === 0
      if (number === target) conversations.know(number, to)
      else if (isFree && moved.length === conversations.countOf(number)) conversations.rename(number, to)
      else await this.#carry(moved, conversations.numberOf(to, this.core))
    }
  }

  async #carry(ids: readonly number[], number: number) {
    await this.#loadPacks([...this.#packKeys(ids), ...ids.map((id) => packKey(number, id))])
    for (const id of ids) {
      const kept = this.#take(id)
      if (kept) this.#place(kept, number)
    }
  }

  /** Removes all messages of channels for which the test is true. */
  async removeChannels(isRemoved: (stream_id: number) => boolean): Promise<void> {
    const numbers = this.#conversations.inChannels(isRemoved)
    await this.#drop(
      (_, conversation) => numbers.has(conversation),
      () => true,
    )
  }

  /** Removes the messages before an id: from then on, the replica says nothing of them. */
  async removeBefore(from: number): Promise<void> {
    await this.#drop(
      (id) => id < from,
      (id) => lastIdOfPack(id) < from,
    )
    this.core.from = from
  }

  /** Removes messages. A pack of which all are removed is not loaded. */
  async #drop(isDropped: (id: number, conversation: number) => boolean, isWhole: (id: number) => boolean) {
    const parts: number[] = []
    for (const block of this.#blocks.values())
      for (const [id, conversation] of block.messages()) {
        if (!isDropped(id, conversation)) continue
        if (!isWhole(id)) parts.push(id)
        else this.#forget(block, id, conversation)
      }
    await this.remove(parts)
  }

  /** Writes all changes since the last time, or none. */
  async commit(): Promise<void> {
    await this.#changes.write(this.storage, [[CORE, { ...this.core }]])
    this.#packs.clear()
  }

  #knowSender(sender: KeptSender) {
    if (JSON.stringify(this.#senders.get(sender.sender_id)) === JSON.stringify(sender)) return
    this.#senders.set(sender.sender_id, sender)
    this.#changes.put(senderKey(sender.sender_id), () => sender)
  }

  #packKeys = (ids: readonly number[]): string[] =>
    ids.flatMap((id) => {
      const number = this.#conversationOf(id)
      return number === undefined ? [] : [packKey(number, id)]
    })

  async #loadPacks(keys: readonly string[]) {
    const missing = [...new Set(keys)].filter((key) => !this.#packs.has(key))
    if (missing.length === 0) return
    const values = await this.storage.read<string>(missing)
    for (const [nth, key] of missing.entries())
      this.#packs.set(key, new Map(packOf(values[nth]).map((kept) => [kept.id, kept])))
  }

  /** Takes a message out of its pack, which is loaded. */
  #take(id: number): Kept | undefined {
    const block = this.#blocks.get(blockOf(id))
    const number = block?.conversationOf(id)
    if (block === undefined || number === undefined) return undefined
    const pack = this.#changedPack(packKey(number, id))
    const kept = pack.get(id)
    pack.delete(id)
    this.#release(block, id, number)
    return kept
  }

  #place(kept: Kept, number: number) {
    const { id } = kept
    const block = this.#blocks.get(blockOf(id)) ?? new Block(blockOf(id))
    this.#blocks.set(block.number, block)
    this.#changedPack(packKey(number, id)).set(id, kept)
    block.put(id, number)
    block.note(id, kept.version ?? 0, kept.flags ?? [])
    this.#conversations.count(number, 1)
    this.core.messages++
    this.#changes.put(blockKey(block.number), () => block.stored)
  }

  /** Removes a message and its whole pack. */
  #forget(block: Block, id: number, number: number) {
    const key = packKey(number, id)
    this.#packs.delete(key)
    this.#changes.remove(key)
    this.#release(block, id, number)
  }

  #release(block: Block, id: number, number: number) {
    block.remove(id)
    this.#conversations.count(number, -1)
    this.core.messages--
    this.#changes.put(blockKey(block.number), () => block.stored)
  }

  #changedPack(key: string): Map<number, Kept> {
    const pack = this.#packs.get(key)
    if (pack === undefined) throw new Error('A pack was changed before it was loaded')
    this.#changes.put(key, () => (pack.size > 0 ? packText(pack.values()) : undefined))
    return pack
  }
}
