import type { Sql } from './realm-sql'
import { within } from './within'

/**
 * What D1 must come to know. Rows are put in the transaction that makes the change and drained later, many at a time, so
 * nobody waits for D1 and nothing is lost while it is away. Delivery is at least once: every write is an upsert that
 * only a newer version may replace, so a batch that is sent twice, or late, changes nothing.
 */
export type OutboxRow = {
  seq: number
  target: string // the D1 table
  key: number // its id in the realm
  version: number // grows with every change of the same thing
  body: string // JSON: the row's columns
}

/** Puts rows where they belong, all of them or none. */
export type OutboxWriter = (rows: readonly OutboxRow[]) => Promise<void>

// Long for a batch, short for whatever else is due: the alarm that began it rings for nobody while it waits.
const PATIENCE_SECONDS = 10
const ROWS_PER_DRAIN = 500
/** Rows wait this long for company: one D1 call for many messages. */
const DRAIN_AFTER_SECONDS = 2
const RETRY_AFTER_SECONDS = [2, 5, 15]
const LONGEST_PAUSE_SECONDS = 60

export class Outbox {
  #waiting: number
  #draining: Promise<void> | undefined
  #failures = 0

  constructor(
    readonly sql: Sql,
    readonly write: OutboxWriter,
    readonly ringWithin: (seconds: number) => void,
  ) {
    this.#waiting = sql.one<{ n: number }>`SELECT count(*) AS n FROM outbox`.n
  }

  get waiting(): number {
    return this.#waiting
  }

  put(target: string, key: number, version: number, body: object): void {
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 VALUES (${target}, ${key}, ${version}, ${JSON.stringify(body)})`
    this.#waiting++
    this.ringWithin(this.#pause)
  }

  /**
   * Puts the same for many, in place of what waits of them. The new rows come first: sequence numbers must not fall while
   * a batch is on its way, or confirming it would take these for rows of it.
   */
  putInstead(target: string, keys: readonly number[], version: number, body: object): void {
    this.sql.run`INSERT INTO outbox (target, key, version, body)
                 SELECT ${target}, value, ${version}, ${JSON.stringify(body)} FROM json_each(${keys})`
    this.sql.run`DELETE FROM outbox WHERE target = ${target} AND version < ${version}
                 AND key IN (SELECT value FROM json_each(${keys}))`
    this.recount()
    this.ringWithin(this.#pause)
  }

  /** What D1 may not know yet, newest version of each. */
  fresh<Body>(target: string, keys: readonly number[]): Map<number, Body> {
    const rows = this.sql.all<OutboxRow>`
      SELECT seq, target, key, version, body FROM outbox
      WHERE target = ${target} AND key IN (SELECT value FROM json_each(${keys})) ORDER BY seq`
    return new Map(rows.map((row) => [row.key, JSON.parse(row.body) as Body]))
  }

  /** The latest that D1 may not know yet of a table, newest version of each; while D1 is away, not all that waits. */
  freshOf<Body>(target: string, most: number): Map<number, Body> {
    if (this.#waiting === 0) return new Map()
    const rows = this.sql.all<Pick<OutboxRow, 'key' | 'body'>>`
      SELECT key, body FROM outbox WHERE target = ${target} ORDER BY seq DESC LIMIT ${most}`
    return new Map(rows.reverse().map((row) => [row.key, JSON.parse(row.body) as Body]))
  }

  /** Sends what waits. One drain runs at a time; whoever asks meanwhile waits for that one. */
  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined))
    return this.#draining
  }

  async #drainAll(): Promise<void> {
    for (;;) {
      const rows = this.sql
        .all<OutboxRow>`SELECT seq, target, key, version, body FROM outbox ORDER BY seq LIMIT ${ROWS_PER_DRAIN}`
      const last = rows.at(-1)
      if (last === undefined) break
      try {
        // What D1 still makes of a batch that was given up changes nothing when the batch is sent again.
        await within(PATIENCE_SECONDS, this.write(rows))
      } catch (error) {
        console.warn(`D1 took none of ${rows.length} rows, which stay in the outbox:`, error)
        this.#failures++
        this.ringWithin(this.#pause)
        break
      }
      this.#failures = 0
      // Sequence numbers grow while these rows stand, so all up to the last one are those that D1 has now confirmed.
      this.sql.run`DELETE FROM outbox WHERE seq <= ${last.seq}`
      this.recount()
    }
  }

  // While D1 is away, what is put meanwhile must not hurry the next attempt.
  get #pause(): number {
    return this.#failures === 0
      ? DRAIN_AFTER_SECONDS
      : (RETRY_AFTER_SECONDS[this.#failures - 1] ?? LONGEST_PAUSE_SECONDS)
  }

  /** After a rollback, what was put is gone again. */
  recount(): void {
    this.#waiting = this.sql.one<{ n: number }>`SELECT count(*) AS n FROM outbox`.n
  }
}
