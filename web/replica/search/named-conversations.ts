import type { KeptConversation } from '../../../client-state/wire'
import { containsToken, normalizeText, searchPrefix, type SearchToken } from '../../../src/tokenizer/query'
import type { Core } from '../core'
import { after, conversationKey, numberIn } from '../keys'
import type { Storage } from '../storage'

type Named = { at: KeptConversation; name: string }

/** The conversations of a replica, with their names as a search compares them. Each is read once. */
export class NamedConversations {
  readonly #byNumber = new Map<number, Named>()
  #count = 0
  #names = -1

  async update(storage: Storage, { conversations, names = 0 }: Core): Promise<void> {
    if (names === this.#names && conversations === this.#count) return
    // A new conversation is one change. With more changes, others have new names.
    const hasOnlyNew = this.#names >= 0 && names - this.#names === conversations - this.#count
    const from = conversationKey(hasOnlyNew ? this.#count : 0)
    for (const [key, at] of await storage.range<KeptConversation>({ from, to: after('c') }))
      this.#byNumber.set(numberIn(key), { at, name: at.type === 'stream' ? normalizeText(at.subject) : '' })
    this.#count = conversations
    this.#names = names
  }

  get = (number: number): KeptConversation | undefined => this.#byNumber.get(number)?.at

  /** Returns the conversations for which the test is true, or undefined if nothing is tested. */
  numbersWhere(test: (at: KeptConversation) => boolean, tests: number): Set<number> | undefined {
    if (tests === 0) return undefined
    return new Set([...this.#byNumber].flatMap(([number, { at }]) => (test(at) ? [number] : [])))
  }

  /** Returns the sets of these tokens that names have, with the conversations of each. */
  withTokens(tokens: readonly SearchToken[]): Map<string, { has: SearchToken[]; numbers: Set<number> }> {
    const sets = new Map<string, { has: SearchToken[]; numbers: Set<number> }>()
    const prefixes = tokens.map(searchPrefix)
    for (const [number, { name }] of this.#byNumber) {
      if (name === '' || !prefixes.some((prefix) => name.includes(prefix))) continue
      const has = tokens.filter((token) => containsToken(name, token))
      if (has.length === 0) continue
      const key = has.map(({ token }) => token).join(' ')
      const set = sets.get(key) ?? { has, numbers: new Set() }
      set.numbers.add(number)
      sets.set(key, set)
    }
    return sets
  }
}
