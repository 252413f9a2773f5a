import { blockOf } from '../../../src/domain/messages/replica/digest-rules'
import { numberIn, after, waitingKey } from '../keys'
import type { PendingChanges } from '../pending-changes'
import type { Storage } from '../storage'

/** The messages whose words the index does not have yet. A search reads them all. */
export class Waiting {
  readonly #byBlock = new Map<number, Set<number>>()
  #size = 0

  constructor(readonly changes: PendingChanges) {}

  async load(storage: Storage): Promise<void> {
    for (const [key, ids] of await storage.range<number[]>({ from: 'w', to: after('w') })) {
      this.#byBlock.set(numberIn(key), new Set(ids))
      this.#size += ids.length
    }
  }

  get size(): number {
    return this.#size
  }

  add(id: number): void {
    this.#change(id, (ids) => ids.add(id))
  }

  remove(id: number): void {
    if (this.#byBlock.get(blockOf(id))?.has(id)) this.#change(id, (ids) => ids.delete(id))
  }

  /** Returns the newest of them, at most `most`, in ascending order. */
  newest(most: number): number[] {
    const found: number[] = []
    for (const block of [...this.#byBlock.keys()].sort((a, b) => b - a)) {
      if (found.length >= most) break
      found.push(...[...(this.#byBlock.get(block) ?? [])].sort((a, b) => b - a).slice(0, most - found.length))
    }
    return found.reverse()
  }

  #change(id: number, change: (ids: Set<number>) => void) {
    const block = blockOf(id)
    const ids = this.#byBlock.get(block) ?? new Set()
    const before = ids.size
    change(ids)
    this.#size += ids.size - before
    if (ids.size > 0) this.#byBlock.set(block, ids)
    else this.#byBlock.delete(block)
    this.changes.put(waitingKey(block), () => (ids.size > 0 ? [...ids] : undefined))
  }
}
