import { IDS_PER_BLOCK } from '../../../src/domain/messages/replica/digest-rules'
import {
  cannotMatch,
  MAX_TOPIC_TOKENS,
  rankedWords,
  requiredTokens,
} from '../../../src/domain/messages/search/match-rules'
import { Block, type StoredBlock } from '../block'
import type { Core } from '../core'
import { after, blockKey, CORE } from '../keys'
import { readPlaced, type Placed } from '../reading'
import type { Storage } from '../storage'
import { Collected, type KeptSearchRequest, type MatchPage } from './collected'
import { correctionsOf } from './corrections'
import { IdBits } from './id-bits'
import { messagesWith, vocabularyOf } from './index-reader'
import { NamedConversations } from './named-conversations'
import { indexedWords } from './message-words'
import { planSearch } from './search-plan'

/** What a replica answers to a search. */
export type KeptMatches = MatchPage & {
  /** Whether the server would answer the same, if the replica is up to date. */
  isExact: boolean
  /** How many messages were searched. */
  searched: number
}

const BLOCKS_PER_READ = 16
const FIRST_BATCH = 64
const MAX_BATCH = 512

/** Finds messages in a replica, as the server finds them. It remembers the names of conversations. */
export class KeptSearch {
  readonly #conversations = new NamedConversations()

  constructor(readonly storage: Storage) {}

  /** Returns the messages of a search, the newest first. Undefined: only the server can answer. */
  async find(request: KeptSearchRequest): Promise<KeptMatches | undefined> {
    const plan = planSearch(request.terms, request.state)
    const [core] = await this.storage.read<Core>([CORE])
    if (plan === undefined || core?.units === undefined) return undefined
    const words = rankedWords(plan.search, request.terms)
    const page = { matches: [], conversations: [], num_words: words.tokens.length, next: null }
    const answer = { isExact: plan.isExact && core.from === 0, searched: core.messages }
    if (!Number.isFinite(core.from) || cannotMatch(plan.search)) return { ...page, ...answer }
    await this.#conversations.update(this.storage, core)
    const collected = new Collected(this.#conversations, request, plan)
    await this.#collect(collected, core)
    return { ...page, ...collected.page(words), ...answer }
  }

  /** Returns words that messages have, and that differ from this one by one character. */
  async corrections(word: string): Promise<string[]> {
    const [core] = await this.storage.read<Core>([CORE])
    return correctionsOf(word, await vocabularyOf({ storage: this.storage, units: core?.units ?? [] }))
  }

  async #collect(collected: Collected, core: Core): Promise<void> {
    const { request } = collected
    const last = await this.#lastBlock()
    const range: [number, number] = [core.from, (last + 1) * IDS_PER_BLOCK - 1]
    const end = Math.min(range[1], (request.before ?? Infinity) - 1)
    const sources = await this.#sources(collected, core, range)
    let batch: Placed[] = []
    let size = FIRST_BATCH
    const isUseful = (block: number) => sources.some(({ ids }) => ids.hasNear(firstOf(block), firstOf(block + 1) - 1))
    const blocks = blocksBetween(core.from, end).filter(isUseful)
    while (blocks.length > 0 && !collected.isDone) {
      const numbers = blocks.splice(0, Math.max(1, Math.min(BLOCKS_PER_READ, size / FIRST_BATCH)))
      const stored = await this.storage.read<StoredBlock>(numbers.map(blockKey))
      for (const [nth, number] of numbers.entries()) {
        batch.push(...placedIn(new Block(number, stored[nth]), sources, { from: core.from, to: end }))
        while (!collected.isDone && (batch.length >= size || (nth === numbers.length - 1 && batch.length > 0))) {
          await this.#test(collected, batch.slice(0, size))
          batch = batch.slice(size)
          size = Math.min(size * 2, MAX_BATCH)
        }
      }
    }
  }

  async #test(collected: Collected, placed: readonly Placed[]): Promise<void> {
    const kept = await readPlaced(this.storage, placed)
    for (const { id, number } of placed) {
      const message = kept.get(id)
      if (message) collected.test(message, number)
      if (collected.isDone) return
    }
  }

  async #lastBlock(): Promise<number> {
    const [newest] = await this.storage.range<StoredBlock>({ from: 'b', to: after('b'), most: 1, descending: true })
    return newest === undefined ? 0 : Number.parseInt(newest[0].slice(1), 36)
  }

  /** Returns which messages may match: for each set of words that names of conversations have, those with the others. */
  async #sources({ plan }: Collected, core: Core, [first, last]: [number, number]): Promise<Source[]> {
    const { storage } = this
    const allowed = this.#conversations.numbersWhere(
      (at) => plan.isPlace.every((test) => test(at)),
      plan.isPlace.length,
    )
    const tokens = requiredTokens(plan.search)
    const waiting = new IdBits(first, last)
    for (const [, ids] of await storage.range<number[]>({ from: 'w', to: after('w') })) waiting.addAll(ids)
    const indexed = [...plan.words, ...tokens.flatMap(indexedWords)]
    const found = await messagesWith({ storage, units: core.units ?? [] }, indexed, waiting)
    const common = new IdBits(first, last).fill()
    for (const word of plan.words) keep(common, found.get(word))
    for (const ids of plan.ids) keep(common, new IdBits(first, last).addAll(ids))
    const withTokens = (needed: typeof tokens) => {
      const ids = common.copy()
      for (const word of needed.flatMap(indexedWords)) keep(ids, found.get(word))
      return ids
    }
    const inNames = this.#conversations.withTokens(tokens.slice(0, MAX_TOPIC_TOKENS))
    return [
      { ids: withTokens(tokens), numbers: allowed },
      ...[...inNames.values()].map(({ has, numbers }) => ({
        ids: withTokens(tokens.filter((token) => !has.includes(token))),
        numbers: allowed ? new Set([...numbers].filter((number) => allowed.has(number))) : numbers,
      })),
    ].filter(({ numbers }) => numbers?.size !== 0)
  }
}

/** Messages that may match, if they are in one of these conversations. */
type Source = { ids: IdBits; numbers: ReadonlySet<number> | undefined }

const keep = (ids: IdBits, others: IdBits | undefined) => others && ids.keepOnly(others)
const firstOf = (block: number): number => block * IDS_PER_BLOCK

function blocksBetween(from: number, to: number): number[] {
  const [oldest, newest] = [Math.floor(from / IDS_PER_BLOCK), Math.floor(to / IDS_PER_BLOCK)]
  return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, nth) => newest - nth)
}

/** Returns the candidates of a block, the newest first. */
function placedIn(block: Block, sources: readonly Source[], { from, to }: { from: number; to: number }): Placed[] {
  const [first, last] = [firstOf(block.number), firstOf(block.number + 1) - 1]
  const found = new Map<number, number>()
  for (const { ids, numbers } of sources)
    for (const id of ids.descending(Math.max(from, first), Math.min(to, last))) {
      const number = block.conversationOf(id)
      if (number !== undefined && (numbers === undefined || numbers.has(number))) found.set(id, number)
    }
  return [...found].map(([id, number]) => ({ id, number })).sort((a, b) => b.id - a.id)
}
