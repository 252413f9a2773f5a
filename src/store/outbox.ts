import { logLine } from '../api/log-line'
import { deliverRows, type DeliveryEnd, type RowStore } from './row-delivery'
import { MEBIBYTE } from './memory-size'
import type { OutboxRow } from './outbox-row'
import type { Sql } from './realm-sql'
import { RefusedRows } from './refused-rows'
import { repeatedPause } from './retry-schedules'
import { withTimeLimit } from './time-limit'

// Long enough for a batch, and short for other due work: while it waits, the alarm does not fire again.
const MAX_SECONDS_PER_CALL = 10
const ROWS_PER_DRAIN = 500
const BYTES_PER_DRAIN = 4 * MEBIBYTE
/** Rows wait this long for others: one D1 call for many messages. */
const DRAIN_AFTER_SECONDS = 2
/** Most errors are temporary. After this many failed batches in a row, the outbox searches for the rows that cause them. */
const FAILURES_BEFORE_SPLITTING = 2
const MAX_CALLS_PER_BATCH = 60
const MAX_SECONDS_PER_BATCH = 30
const MAX_RETRIES_PER_DRAIN = 20
/** While a database is away, a drain looks beyond its rows for those of other databases, through so many batches. */
const MAX_BATCHES_WITH_ONE_AWAY = 8

/** The stores of the rows: which one a row belongs to. */
export type OutboxStores = {
  /** Whether rows may belong to different databases. */
  readonly areSeveral: boolean
  placeOf(row: OutboxRow): string
  storeAt(place: string): RowStore<OutboxRow>
}

/**
 * The rows that D1 does not have yet.
 *
 * 1. An action puts rows in the transaction that makes the change. No request waits for D1, and nothing is lost while D1 does
 *    not respond.
 * 2. Due work drains the outbox a little later, in batches.
 * 3. Each write is an upsert that only a newer version replaces. So a batch that is sent twice, or late, changes nothing.
 * 4. Rows that D1 refuses while it accepts others move to `RefusedRows`, so they never block the others.
 * 5. Each database gets its own rows. One that is away does not keep the rows of the others.
 */
export class Outbox {
  readonly refused: RefusedRows
  #waiting: number
  #draining: Promise<void> | undefined
  #failures = 0
  #splits = false
  #mostRows = ROWS_PER_DRAIN

  constructor(
    readonly sql: Sql,
    readonly stores: OutboxStores,
    readonly realm: { name: string; now(): number; wakeAt(seconds: number): void },
  ) {
    this.refused = new RefusedRows(sql, () => realm.now())
    this.#waiting = this.#counted()
  }

  /** The number of rows that were not sent yet, without refused ones. */
  get waiting(): number {
    return this.#waiting
  }

  /** Puts a new version of a row. */
  put(target: string, key: number, version: number, body: object): void {
    this.refused.replace(target, [key])
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 VALUES (${target}, ${key}, ${version}, ${JSON.stringify(body)})`
    this.#waiting++
    this.#drainWithin(this.#pause)
  }

  /**
   * Puts the same body for many keys, and removes their waiting rows. The new rows are inserted first: if sequence numbers
   * decreased during a delivery, its end would delete the new rows.
   */
  replace(target: string, keys: readonly number[], version: number, body: object): void {
    this.refused.replace(target, keys)
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 SELECT ${target}, value, ${version}, ${JSON.stringify(body)} FROM json_each(${keys})`
    this.sql.run`DELETE FROM outbox WHERE target = ${target} AND version < ${version}
                 AND key IN (SELECT value FROM json_each(${keys}))`
    this.recount()
    this.#drainWithin(this.#pause)
  }

  /** Sends the waiting rows. One drain runs at a time; a second call waits for it. */
  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined))
    return this.#draining
  }

  async #drainAll(): Promise<void> {
    if (!(await this.#drainWaiting())) return
    for (let retries = 0; retries < MAX_RETRIES_PER_DRAIN; retries++) {
      const row = this.refused.nextDue()
      if (row === undefined) break
      if (!this.#mayContinue(await this.#deliverAgain(row))) return
    }
    const retryAt = this.refused.nextRetryAt()
    if (retryAt !== undefined) this.realm.wakeAt(Math.max(retryAt, this.realm.now()))
  }

  /** Sends the waiting rows, except those of databases that are away. Returns whether the drain may continue. */
  async #drainWaiting(): Promise<boolean> {
    const away = new Map<string, DeliveryEnd>()
    let after = -1
    const mostBatches = this.stores.areSeveral ? MAX_BATCHES_WITH_ONE_AWAY : 1
    for (let batches = 0; away.size === 0 || batches < mostBatches; batches++) {
      const rows = this.#nextBatch(after)
      const last = rows.at(-1)
      if (last === undefined) break
      for (const [place, ofPlace] of Map.groupBy(rows, (row) => this.stores.placeOf(row))) {
        if (away.has(place)) continue
        const end = await this.#deliverBatch(place, ofPlace)
        if (end.how === 'away') away.set(place, end)
        else if (end.how === 'interrupted') return this.#mayContinue(end)
      }
      // The rows of a database that is away stay, so the next batch begins after them.
      if (away.size > 0) after = last.seq
      else this.#mayContinue({ how: 'done' })
    }
    const [first] = away.values()
    return first === undefined || this.#mayContinue(first)
  }

  #nextBatch(after: number): OutboxRow[] {
    return this.sql.upTo<OutboxRow>(BYTES_PER_DRAIN)`
      SELECT seq, target, key, version, body FROM outbox WHERE seq > ${after} ORDER BY seq LIMIT ${this.#mostRows}`
  }

  /** D1 may still complete a batch after the time limit. To send it again changes nothing. */
  #storeAt(place: string): RowStore<OutboxRow> {
    const store = this.stores.storeAt(place)
    return {
      write: (rows) => withTimeLimit(MAX_SECONDS_PER_CALL, store.write(rows)),
      isAvailable: () => withTimeLimit(MAX_SECONDS_PER_CALL, store.isAvailable()).catch(() => false),
      causeOf: (error) => store.causeOf(error),
    }
  }

  #deliverBatch(place: string, rows: readonly OutboxRow[]): Promise<DeliveryEnd> {
    return deliverRows(this.#storeAt(place), {
      rows,
      splits: this.#splits,
      mayContinue: this.#callLimit(),
      onStored: (stored) => {
        this.#splits &&= stored.length < rows.length
        this.#deleteStored(stored)
        this.#waiting = this.#counted()
      },
      onRefused: (row, error) => {
        this.#splits = true
        this.refused.add(row, error)
        this.#waiting = this.#counted()
      },
    })
  }

  /** Between the rows of one database there may be rows of others. */
  #deleteStored(rows: readonly OutboxRow[]): void {
    this.sql.run`DELETE FROM outbox WHERE seq IN (SELECT value FROM json_each(${rows.map(({ seq }) => seq)}))`
  }

  #deliverAgain(row: OutboxRow): Promise<DeliveryEnd> {
    return deliverRows(this.#storeAt(this.stores.placeOf(row)), {
      rows: [row],
      splits: true,
      mayContinue: this.#callLimit(),
      onStored: () => this.refused.remove(row),
      onRefused: (_, error) => {
        const { target: table, key, version } = row
        if (this.refused.addAttempt(row, error) !== undefined)
          logLine('error', 'row_refused', { realm: this.realm.name, table, key, version }, error)
      },
    })
  }

  #callLimit(): (calls: number) => boolean {
    const end = this.realm.now() + MAX_SECONDS_PER_BATCH
    return (calls) => calls < MAX_CALLS_PER_BATCH && this.realm.now() <= end
  }

  /** Returns false if this drain must end. A later one continues. */
  #mayContinue(end: DeliveryEnd): boolean {
    if (end.how === 'done') {
      this.#failures = 0
      this.#mostRows = ROWS_PER_DRAIN
      return true
    }
    if (end.how === 'away') {
      logLine(
        'warn',
        'd1_unavailable',
        { realm: this.realm.name, waiting_rows: this.#waiting + this.refused.count },
        end.error,
      )
      this.#failures++
      if (this.#failures >= FAILURES_BEFORE_SPLITTING) this.#splits = true
    } else {
      this.#failures = 0
      // The next batch is smaller, so that a row which D1 handles slowly is found after some drains.
      this.#mostRows = Math.ceil(this.#mostRows / 4)
    }
    this.#drainWithin(this.#pause)
    return false
  }

  #drainWithin(seconds: number): void {
    this.realm.wakeAt(this.realm.now() + seconds)
  }

  // While D1 does not respond, new rows must not cause an earlier attempt.
  get #pause(): number {
    return this.#failures === 0 ? DRAIN_AFTER_SECONDS : repeatedPause('outbox', this.#failures)
  }

  /** Makes the refused rows due at once. Returns their number. */
  retryRefused(): number {
    const rows = this.refused.retryAll()
    if (rows > 0) this.#drainWithin(0)
    return rows
  }

  /** Called after a rollback. */
  recount(): void {
    this.#waiting = this.#counted()
    this.refused.recount()
  }

  #counted(): number {
    return this.sql.one<{ n: number }>`SELECT count(*) AS n FROM outbox`.n
  }
}
