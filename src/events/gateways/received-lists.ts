import type { Recipients } from './protocol'
import { MAX_LISTS } from './sent-lists'

/** Numbers of queues that a gateway can test and list. */
export type Numbers = { has(number: number): boolean; readonly size: number; [Symbol.iterator](): Iterator<number> }

/** The lists of recipients that a gateway has. */
export class ReceivedLists {
  readonly #lists = new Map<number, ReadonlySet<number>>()

  /** Returns the recipients that the realm means, or undefined if it names a list that is not here. */
  find(recipients: Recipients): Numbers | undefined {
    if (Array.isArray(recipients)) return new Set(recipients)
    const { list, numbers, joined = [], left = [] } = recipients
    if (numbers !== undefined) this.#add(list, numbers)
    const kept = this.#lists.get(list)
    if (kept === undefined || joined.length + left.length === 0) return kept
    return new ChangedNumbers(kept, new Set(joined), new Set(left))
  }

  #add(list: number, numbers: readonly number[]) {
    this.#lists.delete(list)
    this.#lists.set(list, new Set(numbers))
    for (const oldest of this.#lists.keys()) if (this.#lists.size > MAX_LISTS) this.#lists.delete(oldest)
  }
}

/** Queue numbers: those of `list` and of `joined`, without those of `left`. Events in memory share the list. */
class ChangedNumbers implements Numbers {
  constructor(
    readonly kept: ReadonlySet<number>,
    readonly joined: ReadonlySet<number>,
    readonly left: ReadonlySet<number>,
  ) {}

  has(number: number): boolean {
    return this.joined.has(number) || (this.kept.has(number) && !this.left.has(number))
  }

  get size(): number {
    return this.kept.size + this.joined.size - this.left.size
  }

  *[Symbol.iterator](): Generator<number> {
    for (const number of this.kept) if (!this.left.has(number)) yield number
    yield* this.joined
  }
}
