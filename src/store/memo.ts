/**
 * What was worked out from the realm's own tables and is asked for again and again. Whoever writes such a table forgets
 * or mends what hangs on it in the same breath, and a rollback forgets everything, so a memo is never older than its table.
 */
export class Memo {
  readonly #known = new Map<string, unknown>()
  readonly #seen = new Map<string, unknown>()

  /** What is not there is not remembered: whoever asks for enough things that do not exist would fill the memory. */
  of<Value>(key: string, workOut: () => Value): Value {
    if (this.#known.has(key)) return this.#known.get(key) as Value
    const value = workOut()
    if (value !== undefined) this.#known.set(key, value)
    return value
  }

  /**
   * What was seen to happen rather than decided, and is written some time later. No rollback makes it untrue, so none
   * forgets it; only the object's end does.
   */
  seen<Value>(key: string, begin: () => Value): Value {
    if (!this.#seen.has(key)) this.#seen.set(key, begin())
    return this.#seen.get(key) as Value
  }

  /** Only if it is known already: for mending a value instead of working it out anew. */
  known<Value>(key: string): Value | undefined {
    return this.#known.get(key) as Value | undefined
  }

  forget(key: string): void {
    this.#known.delete(key)
  }

  forgetAll(): void {
    this.#known.clear()
  }
}
