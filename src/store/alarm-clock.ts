import { logLine } from '../api/log-line'

/** After an object woke, an alarm looks for due work whose alarm was lost. */
export const ALARM_AFTER_WAKING_SECONDS = 5

/** The due work of an object that cannot start waits for a version that can start it. */
export const ALARM_AFTER_FAILED_START_SECONDS = 3600

/**
 * The realm object's only alarm, set to the earliest time at which work is due. To set it writes a row, so an alarm that fires
 * early enough is not changed. An alarm that did not fire in time counts as lost.
 */
export class AlarmClock {
  #at: number | undefined

  constructor(
    readonly storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>,
    readonly now: () => number,
  ) {}

  /** Reads the alarm that was set before the object slept. */
  async load(): Promise<void> {
    this.#at = (await this.storage.getAlarm()) ?? undefined
  }

  get isSet(): boolean {
    return this.#at !== undefined
  }

  /**
   * Whether the alarm did not fire in time. Each request looks: an object that always has requests never sleeps, so it never wakes, and
   * the requests may set no alarm.
   */
  get isLost(): boolean {
    return this.#at !== undefined && this.#at < this.now() - LOST_AFTER_MILLISECONDS
  }

  /** Sets the alarm to this time, in milliseconds, unless it fires earlier. */
  fireBy(time: number): void {
    if (this.#at !== undefined && this.#at <= time && !this.isLost) return
    this.#at = time
    // Not awaited: like every write it is stored with the transaction, before the realm responds.
    this.storage.setAlarm(time).catch((error: unknown) => logLine('error', 'alarm_not_set', {}, error))
  }

  /** Returns a function that restores memory after a rollback, which undoes a change of the alarm like any write. */
  restorePoint(): () => void {
    const at = this.#at
    return () => (this.#at = at)
  }

  /** The alarm fired, so none is set. */
  markFired(): void {
    this.#at = undefined
  }
}

const LOST_AFTER_MILLISECONDS = 30_000
