import { deliverRows, type DeliveryEnd, type RowStore } from './row-delivery'
import { MEBIBYTE } from './memory-size'
import type { OutboxRow } from './outbox-row'
import type { Sql } from './realm-sql'
import { MOST_ATTEMPTS, RefusedRows } from './refused-rows'
import { withTimeLimit } from './time-limit'

// Long for a batch, short for whatever else is due: the alarm that began it rings for nobody while it waits.
const PATIENCE_SECONDS = 10
const ROWS_PER_DRAIN = 500
const BYTES_PER_DRAIN = 4 * MEBIBYTE
/** Rows wait this long for company: one D1 call for many messages. */
const DRAIN_AFTER_SECONDS = 2
const RETRY_AFTER_SECONDS = [2, 5, 15]
const LONGEST_PAUSE_SECONDS = 60
/** Most errors pass by themselves. If as many batches fail one after another, the outbox looks for the rows that cause it. */
const FAILURES_BEFORE_SPLITTING = 2
const MOST_CALLS_PER_BATCH = 60
const MOST_SECONDS_PER_BATCH = 30
const MOST_RETRIES_PER_DRAIN = 20

/**
 * What D1 must come to know. Rows are put in the transaction that makes the change and drained later, many at a time, so
 * nobody waits for D1 and nothing is lost while it is away. Delivery is at least once: every write is an upsert that
 * only a newer version may replace, so a batch that is sent twice, or late, changes nothing. Rows that D1 refuses while it
 * accepts others leave the outbox (`RefusedRows`), so that they never hold the others back.
 */
export class Outbox {
  readonly refused: RefusedRows
  readonly #store: RowStore<OutboxRow>
  #waiting: number
  #draining: Promise<void> | undefined
  #failures = 0
  #splits = false
  #mostRows = ROWS_PER_DRAIN

  constructor(
    readonly sql: Sql,
    store: RowStore<OutboxRow>,
    readonly clock: { now(): number; wakeAt(seconds: number): void },
  ) {
    this.refused = new RefusedRows(sql, () => clock.now())
    // What D1 still makes of a batch that was given up changes nothing when the batch is sent again.
    this.#store = {
      write: (rows) => withTimeLimit(PATIENCE_SECONDS, store.write(rows)),
      isAvailable: () => withTimeLimit(PATIENCE_SECONDS, store.isAvailable()).catch(() => false),
      causeOf: (error) => store.causeOf(error),
    }
    this.#waiting = this.#counted()
  }

  /** Rows that were not sent yet, without those that D1 refused. */
  get waiting(): number {
    return this.#waiting
  }

  put(target: string, key: number, version: number, body: object): void {
    this.refused.replace(target, [key])
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 VALUES (${target}, ${key}, ${version}, ${JSON.stringify(body)})`
    this.#waiting++
    this.#ringWithin(this.#pause)
  }

  /**
   * Puts the same for many, in place of what waits of them. The new rows come first: sequence numbers must not fall while
   * a batch is on its way, or confirming it would take these for rows of it.
   */
  replace(target: string, keys: readonly number[], version: number, body: object): void {
    this.refused.replace(target, keys)
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 SELECT ${target}, value, ${version}, ${JSON.stringify(body)} FROM json_each(${keys})`
    this.sql.run`DELETE FROM outbox WHERE target = ${target} AND version < ${version}
                 AND key IN (SELECT value FROM json_each(${keys}))`
    this.recount()
    this.#ringWithin(this.#pause)
  }

  /** Sends what waits. One drain runs at a time; whoever asks meanwhile waits for that one. */
  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined))
    return this.#draining
  }

  async #drainAll(): Promise<void> {
    for (let rows = this.#nextBatch(); rows.length > 0; rows = this.#nextBatch())
      if (!this.#isDone(await this.#deliverBatch(rows))) return
    for (let retries = 0; retries < MOST_RETRIES_PER_DRAIN; retries++) {
      const row = this.refused.nextDue()
      if (row === undefined) break
      if (!this.#isDone(await this.#deliverAgain(row))) return
    }
    const retryAt = this.refused.nextRetryAt()
    if (retryAt !== undefined) this.clock.wakeAt(Math.max(retryAt, this.clock.now()))
  }

  #nextBatch(): OutboxRow[] {
    return this.sql.upTo<OutboxRow>(BYTES_PER_DRAIN)`
      SELECT seq, target, key, version, body FROM outbox ORDER BY seq LIMIT ${this.#mostRows}`
  }

  #deliverBatch(rows: readonly OutboxRow[]): Promise<DeliveryEnd> {
    return deliverRows(this.#store, {
      rows,
      splits: this.#splits,
      mayContinue: this.#untilTired(),
      onStored: (taken) => {
        this.#splits &&= taken.length < rows.length
        // New rows have greater numbers than the batch as long as the last row of the batch is here.
        this.sql.run`DELETE FROM outbox WHERE seq BETWEEN ${taken[0]?.seq} AND ${taken.at(-1)?.seq}`
        this.#waiting = this.#counted()
      },
      onRefused: (row, error) => {
        this.#splits = true
        this.refused.add(row, error)
        this.#waiting = this.#counted()
      },
    })
  }

  #deliverAgain(row: OutboxRow): Promise<DeliveryEnd> {
    return deliverRows(this.#store, {
      rows: [row],
      splits: true,
      mayContinue: this.#untilTired(),
      onStored: () => this.refused.remove(row),
      onRefused: (_, error) => {
        if (this.refused.addAttempt(row, error) !== undefined)
          console.error(
            `D1 refused ${row.target} ${row.key} (version ${row.version}) ${MOST_ATTEMPTS} times. The row is parked:`,
            error,
          )
      },
    })
  }

  #untilTired(): (calls: number) => boolean {
    const end = this.clock.now() + MOST_SECONDS_PER_BATCH
    return (calls) => calls < MOST_CALLS_PER_BATCH && this.clock.now() <= end
  }

  /** False: this drain ends here, and another one goes on later. */
  #isDone(end: DeliveryEnd): boolean {
    if (end.how === 'done') {
      this.#failures = 0
      this.#mostRows = ROWS_PER_DRAIN
      return true
    }
    if (end.how === 'away') {
      console.warn(`D1 is not available, and ${this.#waiting + this.refused.count} rows wait for it:`, end.error)
      this.#failures++
      if (this.#failures >= FAILURES_BEFORE_SPLITTING) this.#splits = true
    } else {
      this.#failures = 0
      // The next batch is smaller, so that a row for which D1 needs long is found after some drains.
      this.#mostRows = Math.ceil(this.#mostRows / 4)
    }
    this.#ringWithin(this.#pause)
    return false
  }

  #ringWithin(seconds: number): void {
    this.clock.wakeAt(this.clock.now() + seconds)
  }

  // While D1 is away, what is put meanwhile must not hurry the next attempt.
  get #pause(): number {
    return this.#failures === 0
      ? DRAIN_AFTER_SECONDS
      : (RETRY_AFTER_SECONDS[this.#failures - 1] ?? LONGEST_PAUSE_SECONDS)
  }

  /** Sends the rows that D1 refused again, and soon. Returns how many there are. */
  retryRefused(): number {
    const rows = this.refused.retryAll()
    if (rows > 0) this.#ringWithin(0)
    return rows
  }

  /** After a rollback, what was put is gone again. */
  recount(): void {
    this.#waiting = this.#counted()
    this.refused.recount()
  }

  #counted(): number {
    return this.sql.one<{ n: number }>`SELECT count(*) AS n FROM outbox`.n
  }
}
