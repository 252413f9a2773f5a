import { blockOf, type Place } from '../../src/domain/messages/replica/digest-rules'
import { Block, type StoredBlock } from './block'
import { Conversations, type NewTopic } from './conversations'
import { FORM, newCore, placeOf, type Core } from './core'
import { after, blockKey, CORE, lastIdOfPack, numberIn, packKey } from './keys'
import { fullOf, withoutEmpty, type Full, type Kept, type Row } from './kept'
import { Packs } from './packs'
import { PendingChanges } from './pending-changes'
import { RemovedTexts } from './removed-texts'
import { Senders } from './senders'
import { SearchIndex } from './search/index-writer'
import type { Storage } from './storage'

/**
 * The messages that a user keeps, as one tab writes them. Conversations, senders, and where each message is, are in memory. The messages
 * themselves are in the storage, in packs, and those that a change needs are loaded for it. Nothing is written before `commit`.
 */
export class Replica {
  readonly #changes = new PendingChanges()
  readonly conversations = new Conversations(this.#changes)
  readonly senders = new Senders(this.#changes)
  readonly #blocks = new Map<number, Block>()
  readonly #packs: Packs
  /** Their files are deleted, too. */
  readonly removedTexts = new RemovedTexts()
  readonly index: SearchIndex

  private constructor(
    readonly storage: Storage,
    readonly core: Core,
  ) {
    this.#packs = new Packs(storage, this.#changes)
    this.index = new SearchIndex(core, this.#changes)
  }

  /** Opens the replica of a session. That of another session, or of another form, is deleted. */
  static async open(storage: Storage, session: string): Promise<Replica> {
    const [stored] = await storage.read<Core>([CORE])
    if (stored?.form !== FORM || stored.session !== session) {
      await storage.clear()
      return new Replica(storage, newCore(session))
    }
    const replica = new Replica(storage, stored)
    await replica.#load()
    return replica
  }

  async #load() {
    await this.index.waiting.load(this.storage)
    await this.conversations.load(this.storage)
    this.conversations.changed = this.core.names ?? 0
    await this.senders.load(this.storage)
    this.core.messages = 0
    for (const [key, stored] of await this.storage.range<StoredBlock>({ from: 'b', to: after('b') })) {
      const block = new Block(numberIn(key), stored)
      this.#blocks.set(block.number, block)
      for (const [id, conversation] of block.messages()) {
        this.conversations.count(conversation, 1)
        this.core.messages++
        if (this.core.units === undefined) this.index.waiting.add(id)
      }
    }
    this.core.units ??= []
  }

  has = (id: number): boolean => this.conversationOf(id) !== undefined
  versionOf = (id: number): number => this.#blocks.get(blockOf(id))?.versionOf(id) ?? 0
  marksOf = (id: number): number => this.#blocks.get(blockOf(id))?.marksOf(id) ?? 0

  placeOfMessage(id: number): Place | undefined {
    const number = this.conversationOf(id)
    const conversation = number === undefined ? undefined : this.conversations.get(number)
    return conversation && placeOf(conversation)
  }

  /** The newest message, or 0. */
  get lastId(): number {
    const newestFirst = [...this.#blocks.keys()].sort((a, b) => b - a)
    return this.idsIn(newestFirst.find((block) => this.idsIn(block).length > 0) ?? 0).at(-1) ?? 0
  }

  /** Returns the messages of a block. */
  idsIn = (block: number): number[] => [...(this.#blocks.get(block)?.messages(this.core.from) ?? [])].map(([id]) => id)

  /** Returns the digests of the blocks from the first message on, up to an id. */
  digests(to: number): number[] {
    const first = blockOf(this.core.from)
    return Array.from({ length: blockOf(to) - first + 1 }, (_, nth) => this.digestOf(first + nth))
  }

  digestOf = (block: number): number =>
    (this.#blocks.get(block) ?? new Block(block)).digest(this.core.from, this.conversations.placeOf)

  conversationOf = (id: number): number | undefined => this.#blocks.get(blockOf(id))?.conversationOf(id)

  /** Adds messages, or replaces them. */
  async put(rows: readonly Row[]): Promise<void> {
    const numbered = rows.map((row) => ({ ...row, number: this.conversations.numberOf(row.conversation, this.core) }))
    await this.#packs.load([
      ...this.#packKeys(numbered.map(({ kept }) => kept.id)),
      ...numbered.map(({ kept, number }) => packKey(number, kept.id)),
    ])
    for (const { kept, sender, number } of numbered) {
      this.senders.know(sender)
      this.removedTexts.note(this.#take(kept.id)?.content, kept.content)
      this.#place(kept, number)
    }
  }

  /** Returns those of some messages that are there. Their packs are loaded. */
  async #loaded(ids: readonly number[]): Promise<number[]> {
    const there = ids.filter(this.has)
    await this.#packs.load(this.#packKeys(there))
    return there
  }

  async remove(ids: readonly number[]): Promise<void> {
    for (const id of await this.#loaded(ids)) this.removedTexts.note(this.#take(id)?.content)
  }

  /** Changes messages that the replica has. */
  async change(ids: readonly number[], change: (kept: Full) => Full): Promise<void> {
    for (const id of await this.#loaded(ids)) {
      const number = this.conversationOf(id)
      const kept = this.#take(id)
      if (kept === undefined || number === undefined) continue
      const next = withoutEmpty(change(fullOf(kept)))
      this.removedTexts.note(kept.content, next.content)
      this.#place(next, number)
    }
  }

  /** Moves messages to a topic. A whole topic gets another name, whatever its size. */
  async relocate(ids: readonly number[], topic: NewTopic): Promise<void> {
    const conversations = this.conversations
    for (const [number = 0, moved] of Map.groupBy(ids.filter(this.has), this.conversationOf)) {
      const to = conversations.movedTo(number, topic)
      const target = conversations.find(to)
      const isFree = target === undefined || conversations.countOf(target) === 0
      if (number === target) conversations.know(number, to)
      else if (isFree && moved.length === conversations.countOf(number)) conversations.rename(number, to)
      else await this.#carry(moved, conversations.numberOf(to, this.core))
    }
  }

  async #carry(ids: readonly number[], number: number) {
    await this.#packs.load([...this.#packKeys(ids), ...ids.map((id) => packKey(number, id))])
    for (const kept of ids.map((id) => this.#take(id))) if (kept) this.#place(kept, number)
  }

  /** Removes all messages of channels for which the test is true. */
  async removeChannels(isRemoved: (stream_id: number) => boolean): Promise<void> {
    const numbers = this.conversations.inChannels(isRemoved)
    await this.#drop((_, conversation) => numbers.has(conversation))
  }

  /** Removes the messages before an id: from then on, the replica says nothing of them. */
  async removeBefore(from: number): Promise<void> {
    await this.#drop(
      (id) => id < from,
      (id) => lastIdOfPack(id) < from,
    )
    this.core.from = from
    this.index.removeBefore(from)
  }

  /** Removes messages. A pack of which all are removed is not loaded. */
  async #drop(isDropped: (id: number, conversation: number) => boolean, isWhole: (id: number) => boolean = () => true) {
    const parts: number[] = []
    for (const block of this.#blocks.values())
      for (const [id, conversation] of block.messages()) {
        if (!isDropped(id, conversation)) continue
        if (!isWhole(id)) parts.push(id)
        else this.#forget(block, id, conversation)
      }
    await this.remove(parts)
  }

  /** Removes packs that are damaged. A comparison finds that their messages are missing. */
  removePacks = (keys: ReadonlySet<string>): Promise<void> =>
    this.#drop((id, conversation) => keys.has(packKey(conversation, id)))

  /** Adds the words of some messages to the index. Everything else is written. */
  async indexSome(): Promise<void> {
    await this.index.addSome(this.storage)
    do await this.commit()
    while (await this.index.mergeSome(this.storage, this.has))
  }

  /** Writes all changes since the last time, or none. */
  async commit(): Promise<void> {
    this.core.names = this.conversations.changed
    await this.#changes.write(this.storage, [[CORE, { ...this.core }]])
    this.#packs.forget()
  }

  #packKeys = (ids: readonly number[]): string[] =>
    ids.flatMap((id) => {
      const number = this.conversationOf(id)
      return number === undefined ? [] : [packKey(number, id)]
    })

  /** Takes a message out of its pack, which is loaded. */
  #take(id: number): Kept | undefined {
    const block = this.#blocks.get(blockOf(id))
    const number = block?.conversationOf(id)
    if (block === undefined || number === undefined) return undefined
    const pack = this.#packs.changed(packKey(number, id))
    const kept = pack.get(id)
    if (kept === undefined) throw new Error('The browser lost it')
    pack.delete(id)
    this.#release(block, id, number)
    return kept
  }

  #place(kept: Kept, number: number) {
    const { id } = kept
    const block = this.#blocks.get(blockOf(id)) ?? new Block(blockOf(id))
    this.#blocks.set(block.number, block)
    this.#packs.changed(packKey(number, id)).set(id, kept)
    block.put(id, number)
    block.note(id, kept.version ?? 0, kept.flags ?? [])
    this.conversations.count(number, 1)
    this.index.waiting.add(id)
    this.core.messages++
    this.#changes.put(blockKey(block.number), () => block.stored)
  }

  /** Removes a message and its whole pack. */
  #forget(block: Block, id: number, number: number) {
    const key = packKey(number, id)
    this.#packs.remove(key)
    this.#release(block, id, number)
  }

  #release(block: Block, id: number, number: number) {
    block.remove(id)
    this.index.waiting.remove(id)
    this.conversations.count(number, -1)
    this.core.messages--
    this.#changes.put(blockKey(block.number), () => block.stored)
  }
}
