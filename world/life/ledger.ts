/** A message that a user has written. Its content has a word that no other text has. */
export type Written = {
  word: string
  sender: string
  /** Its id, as soon as the server has confirmed it. */
  id?: number
  /** The server refused it, so it must not exist. */
  refused?: string
  /** A user has asked to delete it, so it may exist or not. */
  mayBeDeleted?: boolean
}

/** Everything that users have written. What was confirmed must exist once; what was not confirmed, at most once. */
export class Ledger {
  readonly written = new Map<string, Written>()
  #count = 0

  begin(sender: string): Written {
    const entry = { word: `secret${++this.#count}x`, sender }
    this.written.set(entry.word, entry)
    return entry
  }

  get confirmed(): Written[] {
    return [...this.written.values()].filter(({ id }) => id !== undefined)
  }

  get count(): number {
    return this.#count
  }
}
