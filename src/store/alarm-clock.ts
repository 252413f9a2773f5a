/**
 * The object's single alarm, set to the earliest of what is due. Setting it is a row written, so an alarm that rings early
 * enough is left alone; one that should have rung and did not is set anew by whoever asks next.
 */
export class AlarmClock {
  #at: number | undefined

  constructor(
    readonly storage: DurableObjectStorage,
    readonly now: () => number,
  ) {}

  /** What was set before the object slept. */
  async load(): Promise<void> {
    this.#at = (await this.storage.getAlarm()) ?? undefined
  }

  get isSet(): boolean {
    return this.#at !== undefined
  }

  /** Rings at this time or earlier, in milliseconds. */
  fireBy(time: number): void {
    const wasLost = this.#at !== undefined && this.#at < this.now() - LOST_AFTER_MILLISECONDS
    if (this.#at !== undefined && this.#at <= time && !wasLost) return
    this.#at = time
    // Not awaited: like every write it goes out with the transaction, before anybody is answered.
    this.storage.setAlarm(time).catch((error: unknown) => console.error('The alarm could not be set', error))
  }

  /** A rollback undoes the setting of the alarm like any other write: this takes memory back along with it. */
  restorePoint(): () => void {
    const at = this.#at
    return () => (this.#at = at)
  }

  markFired(): void {
    this.#at = undefined
  }
}

const LOST_AFTER_MILLISECONDS = 30_000
