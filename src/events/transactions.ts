import { ApiError } from '../api/errors'
import { traced } from '../api/traced'
import type { AlarmClock } from '../store/alarm-clock'
import type { Sql } from '../store/realm-sql'
import type { PublishedEvent } from './event-log'

type Context = {
  storage: DurableObjectStorage
  sql: Sql
  alarm: AlarmClock
  /** Called after a rollback that undid writes. */
  rollBack: () => void
  /** Called after a commit, with the events of the transaction. */
  commit: (published: readonly PublishedEvent[]) => void
}

/** The transactions of a realm. The events of a change are published when the outermost transaction commits. */
export class Transactions {
  readonly #published: PublishedEvent[] = []
  #depth = 0

  constructor(readonly context: Context) {}

  get isOpen(): boolean {
    return this.#depth > 0
  }

  add(event: PublishedEvent): void {
    this.#published.push(event)
  }

  // A decision that awaits leaves this transaction at its first `await`. It opens another one for its writes.
  run<Result>(change: () => Result): Result {
    const { storage, sql, alarm, rollBack, commit } = this.context
    const before = this.#published.length
    const written = sql.meter.written
    const restoreAlarm = alarm.restorePoint()
    this.#depth++
    let result: Result
    try {
      result = traced('parley.transaction', {}, () => storage.transactionSync(change))
    } catch (error) {
      this.#published.length = before
      restoreAlarm()
      // Most refusals come before the first write. Then the caches are still right. After a fault, a cache may have what the
      // write that failed would have stored.
      if (!(error instanceof ApiError) || sql.meter.written > written) rollBack()
      throw error
    } finally {
      this.#depth--
    }
    if (this.#depth === 0) commit(this.#published.splice(0))
    return result
  }
}
