import type { AnswerOf, KeptConversation } from '../../../client-state/wire'
import { matchesSearch, wordsIn, type Words } from '../../../src/domain/messages/search/match-rules'
import type { Term } from '../../routes/terms'
import type { Kept } from '../kept'
import { hasFlag, hasKind, KINDS, MENTIONS } from './message-words'
import type { NamedConversations } from './named-conversations'
import type { SearchPlan, SearchState } from './search-plan'

/** A search, and where its page ends and begins. */
export type KeptSearchRequest = {
  terms: readonly Term[]
  state: SearchState
  before?: number
  sent_from?: number
  sent_before?: number
  most: number
}

export type MatchPage = Pick<AnswerOf<'GET /parley/search'>, 'matches' | 'conversations' | 'num_words' | 'next'>
type Match = MatchPage['matches'][number]

/** The matches of a search so far. */
export class Collected {
  readonly #found: { kept: Kept; at: KeptConversation }[] = []
  readonly #number: number[] = []
  #isOver = false

  constructor(
    readonly conversations: NamedConversations,
    readonly request: KeptSearchRequest,
    readonly plan: SearchPlan,
  ) {}

  get isFull(): boolean {
    return this.#found.length > this.request.most
  }

  /** Whether no further message can be a match, or is needed. */
  get isDone(): boolean {
    return this.#isOver || this.isFull
  }

  test(kept: Kept, number: number): void {
    const { plan, request } = this
    const at = this.conversations.get(number)
    if (at === undefined) return
    const { sent_from = 0, sent_before = Infinity } = request
    // Older messages have smaller ids.
    if (kept.timestamp < sent_from) this.#isOver = true
    if (this.#isOver || kept.timestamp >= sent_before) return
    if (!plan.isMessage.every((test) => test(kept))) return
    const isSearched = plan.search.required.length + plan.search.excluded.length > 0
    if (isSearched && !matchesSearch(plan.search, topicOf(at), { rendered_content: kept.content })) return
    this.#found.push({ kept, at })
    this.#number.push(number)
  }

  page(words: Words): Pick<MatchPage, 'matches' | 'conversations' | 'next'> {
    const { most, state } = this.request
    const found = this.#found.slice(0, most)
    const places = [...new Set(this.#number.slice(0, most))]
    const matches = found.map(({ kept, at }, nth): Match => ({
      id: kept.id,
      sender_id: kept.sender_id,
      timestamp: kept.timestamp,
      conversation: places.indexOf(this.#number[nth] ?? -1),
      has: KINDS.filter((kind) => hasKind(kept, kind)),
      is_mentioned: hasFlag(kept, ...MENTIONS),
      ...wordsIn(words, topicOf(at), { rendered_content: kept.content }),
    }))
    const conversations = places.map((number) => {
      const at = this.conversations.get(number)
      if (at?.type === 'stream') return { stream_id: at.stream_id, topic: at.subject }
      return { user_ids: (at?.display_recipient ?? []).map(({ id }) => id).filter((id) => id !== state.user_id) }
    })
    return { matches, conversations, next: this.isFull ? (found.at(-1)?.kept.id ?? null) : null }
  }
}

const topicOf = (at: KeptConversation): string => (at.type === 'stream' ? at.subject : '')
