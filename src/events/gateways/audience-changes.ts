/** A change of one user. `at` is the newest event of the transaction that made it; Infinity until its commit. */
type Change = { user_id: number; at: number }

/**
 * The users whose queues may belong in other lists than before, in the order of the changes: their subscriptions, their role or their
 * queues changed. Each list applies them before its next use, so it needs no search among all queues.
 */
export class AudienceChanges {
  #changes: Change[] = []
  /** The number of changes before those. */
  #forgotten = 0
  /** The newest event of a transaction with a forgotten change. */
  #forgottenAt = -1

  note(user_ids: readonly number[] | 'all'): void {
    if (user_ids === 'all' || user_ids.length > MAX_CHANGES) return this.#noteAll()
    for (const user_id of user_ids) this.#changes.push({ user_id, at: Infinity })
    if (this.#changes.length > 2 * MAX_CHANGES) this.#forget(this.#changes.splice(0, MAX_CHANGES))
  }

  #noteAll() {
    this.#forget(this.#changes.splice(0))
    this.#forgotten++
    this.#forgottenAt = Infinity
  }

  #forget(changes: readonly Change[]) {
    this.#forgotten += changes.length
    this.#forgottenAt = Math.max(this.#forgottenAt, changes.at(-1)?.at ?? -1)
  }

  /** Called after each transaction, with the newest event. */
  commit(lastId: number): void {
    if (this.#forgottenAt === Infinity) this.#forgottenAt = lastId
    for (let last = this.#changes.length - 1; this.#changes[last]?.at === Infinity; last--)
      this.#changes[last]!.at = lastId
  }

  /** Returns whether all changes that an event may or may not precede are known. */
  areKnownAt(event_id: number): boolean {
    return event_id > this.#forgottenAt
  }

  /** Returns the changes from a position on, or undefined if some are forgotten. Those of `after` may be newer than the event. */
  since(position: number, event_id: number): { before: number[]; after: number[]; next: number } | undefined {
    if (position < this.#forgotten) return undefined
    const from = position - this.#forgotten
    const firstAfter = this.#indexAt(event_id)
    const idsOf = (changes: readonly Change[]) => changes.map(({ user_id }) => user_id)
    return {
      before: idsOf(this.#changes.slice(from, firstAfter)),
      after: idsOf(this.#changes.slice(Math.max(from, firstAfter))),
      next: Math.max(position, this.#forgotten + firstAfter),
    }
  }

  /** Returns the position of a list that was made for an event. */
  positionAt(event_id: number): number {
    return this.#forgotten + this.#indexAt(event_id)
  }

  #indexAt(event_id: number): number {
    let index = this.#changes.length
    while (index > 0 && this.#changes[index - 1]!.at >= event_id) index--
    return index
  }
}

/** To apply as many costs less than to test the queues of a large realm. */
const MAX_CHANGES = 10_000
