/** The realm serves no other request while the changes of one commit run, so they are few. */
export const CHANGES_PER_COMMIT = 32

/**
 * Lets changes that arrive together share a commit. The platform commits what the realm wrote in one turn, and a commit waits for
 * the disk: it costs more than most changes. A change waits until the realm has received the others, for about a millisecond. A
 * change without others does not wait. Each change still has its own transaction, so its refusal undoes no other.
 */
export class SharedCommits {
  #next: { changes: number; begins: Promise<void> } | undefined
  #wasShared = false

  /** Returns a promise that resolves when the change may begin; undefined: it begins at once. `hasOthers`: others are on the way. */
  turnFor({ hasOthers = false }: { hasOthers?: boolean }): Promise<void> | undefined {
    if (this.#next === undefined && !hasOthers && !this.#wasShared) return undefined
    if (this.#next === undefined || this.#next.changes === CHANGES_PER_COMMIT) this.#next = this.#newTurn()
    this.#next.changes++
    return this.#next.begins
  }

  #newTurn() {
    const { promise: begins, resolve } = Promise.withResolvers<void>()
    const turn = { changes: 0, begins }
    setTimeout(() => {
      if (this.#next === turn) this.#next = undefined
      // A Worker knows only its own requests. If the last commit was shared, others of this realm may come.
      this.#wasShared = turn.changes > 1
      resolve()
    }, 0)
    return turn
  }
}
