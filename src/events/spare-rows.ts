import type { Sql } from '../store/realm-sql'
import type { Amount } from './log-size'
import type { LoggedEvent } from './recent-events'

/** An event, and the size of the log up to it. */
export type LogRow = LoggedEvent & Amount

/**
 * The rows of the event log that no queue needs any more. A new event takes the place of the oldest of them: that writes one row, and to
 * delete the one and to insert the other would write two. After a restart, or a rollback, all rows count as needed until the log
 * is trimmed again.
 */
export class SpareRows {
  /** The rows with ids up to this one are spare. */
  #upTo = NONE
  /** How many events were written since the log was trimmed completely. */
  #written = 0

  constructor(readonly sql: Sql) {}

  get upTo(): number {
    return this.#upTo
  }

  /** Called for each event. Writes it in the place of the oldest spare row. Returns false if there is none. */
  replaceOldest({ id, rows, bytes, kind, audience, facts }: LogRow): boolean {
    this.#written++
    if (this.#upTo === NONE) return false
    const before = this.sql.meter.written
    this.sql.run`
      UPDATE events SET id = ${id}, rows_so_far = ${rows}, bytes_so_far = ${bytes}, kind = ${kind},
                        audience = ${audience}, facts = ${facts}
      WHERE id = (SELECT min(id) FROM events) AND id <= ${this.#upTo}`
    if (this.sql.meter.written > before) return true
    this.#upTo = NONE
    return false
  }

  /**
   * No queue needs the rows up to this id. Deletes a batch of them, and returns whether more are left to delete. If it `keeps` rows, these are
   * the newest of them, as many as events were written since the last time: as many are likely to follow.
   */
  trim(upTo: number, keeps: boolean): boolean {
    this.#upTo = upTo
    const first = keeps ? this.#firstKept(upTo) : upTo + 1
    this.sql.run`
      DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id < ${first} ORDER BY id LIMIT ${ROWS_PER_TRIM})`
    if (this.sql.maybe`SELECT 1 AS found FROM events WHERE id < ${first} LIMIT 1` !== undefined) return true
    this.#written = 0
    return false
  }

  /** Returns the id of the oldest row that stays. The statement reads only the rows that will be deleted. */
  #firstKept(upTo: number): number {
    const last = this.sql.maybe<{ rows: number }>`
      SELECT rows_so_far AS rows FROM events WHERE id <= ${upTo} ORDER BY id DESC LIMIT 1`
    if (last === undefined) return upTo + 1
    const before = last.rows - Math.min(this.#written, MAX_ROWS)
    const first = this.sql.maybe<{ id: number }>`
      SELECT id FROM events WHERE rows_so_far > ${before} ORDER BY id LIMIT 1`
    return Math.min(first?.id ?? Infinity, upTo + 1)
  }

  /** Called after a rollback, which may have undone what was noted here. */
  clear(): void {
    this.#upTo = NONE
  }
}

const NONE = -1
const MAX_ROWS = 50_000
const ROWS_PER_TRIM = 10_000
