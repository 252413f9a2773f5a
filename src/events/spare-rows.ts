import type { Sql } from '../store/realm-sql'

/**
 * The rows of the event log that no queue needs any more. A new event takes the place of the oldest of them: that writes one row, and to
 * delete the one and to insert the other would write two. After a restart, or a rollback, all rows count as needed until the log
 * is trimmed again.
 */
export class SpareRows {
  /** The rows with ids up to this one are spare. */
  #upTo = -1
  #count = 0
  /** How many events were written since all rows were found that no queue needs. */
  #written = 0

  constructor(readonly sql: Sql) {}

  get upTo(): number {
    return this.#upTo
  }

  /** Called for each event that is written. Returns whether it takes the place of the oldest row. */
  take(): boolean {
    this.#written++
    if (this.#count === 0) return false
    this.#count--
    return true
  }

  /**
   * No queue needs the rows up to this id. Deletes a batch of them, and returns whether more are left to delete. If it `keeps` rows, these are
   * the newest of them, as many as events were written since the last time: as many are likely to follow.
   */
  trim(upTo: number, keeps: boolean): boolean {
    const { sql } = this
    const kept = keeps ? Math.min(this.#written, MAX_ROWS) : 0
    const unneeded = sql.maybe<{ id: number }>`
      SELECT id FROM events WHERE id <= ${upTo} ORDER BY id DESC LIMIT 1 OFFSET ${kept}`?.id
    if (unneeded !== undefined)
      sql.run`
        DELETE FROM events WHERE id IN (
          SELECT id FROM events WHERE id <= ${unneeded} ORDER BY id LIMIT ${ROWS_PER_TRIM}
        )`
    this.#upTo = upTo
    this.#count = sql.one<{ rows: number }>`SELECT count(*) AS rows FROM events WHERE id <= ${upTo}`.rows
    if (this.#count > kept) return true
    this.#written = 0
    return false
  }

  /** Called after a rollback, which may have undone what was noted here. */
  clear(): void {
    this.#upTo = -1
    this.#count = 0
  }
}

const MAX_ROWS = 50_000
const ROWS_PER_TRIM = 10_000
