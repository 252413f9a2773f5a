import type { OutboxRow } from './outbox-row'
import type { Sql } from './realm-sql'
import { pauseAfter } from './retry-schedules'

const MAX_CHARACTERS_OF_ERROR = 200

/** A row that D1 refused alone, without its body. */
export type RefusedRow = {
  target: string
  key: number
  version: number
  attempts: number
  retry_at: number | null // null: parked
  refused_at: number
  error: string
}

type Failed = Pick<OutboxRow, 'target' | 'key' | 'version'>

/** Returns when a row is sent again after so many attempts, or null if it is parked. */
export function retryAt(attempts: number, now: number): number | null {
  const pause = pauseAfter('refused_row', attempts)
  return pause === undefined ? null : now + pause
}

/**
 * The outbox rows that D1 refuses: at most one for each key, in its newest version. A newer version in the outbox replaces
 * it. The realm serves these rows, because D1 does not have them.
 */
export class RefusedRows {
  #count: number

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
  ) {
    this.#count = this.#counted()
  }

  get count(): number {
    return this.#count
  }

  get parked(): number {
    if (this.#count === 0) return 0
    return this.sql.one<{ n: number }>`SELECT count(*) AS n FROM refused_rows WHERE retry_at IS NULL`.n
  }

  /** Moves a row here from the outbox. A row that was replaced meanwhile is only removed. */
  add({ seq }: OutboxRow, error: unknown): void {
    this.sql.run`
      INSERT INTO refused_rows (target, key, version, body, attempts, retry_at, refused_at, error)
      SELECT target, key, version, body, 1, ${retryAt(1, this.now())}, ${this.now()}, ${messageOf(error)} FROM outbox
      WHERE seq = ${seq} AND NOT EXISTS (
        SELECT 1 FROM outbox AS newer
        WHERE newer.target = outbox.target AND newer.key = outbox.key AND newer.seq > outbox.seq)`
    this.sql.run`DELETE FROM outbox WHERE seq = ${seq}`
    this.recount()
  }

  /** Counts one more attempt. Returns the row if this attempt parked it. */
  addAttempt({ target, key, version }: Failed, error: unknown): RefusedRow | undefined {
    const row = this.sql.maybe<RefusedRow>`
      SELECT target, key, version, attempts, retry_at, refused_at, error FROM refused_rows
      WHERE target = ${target} AND key = ${key} AND version = ${version}`
    if (row === undefined) return undefined
    const attempts = row.attempts + 1
    const retry_at = retryAt(attempts, this.now())
    this.sql.run`UPDATE refused_rows SET attempts = ${attempts}, retry_at = ${retry_at}, error = ${messageOf(error)}
                 WHERE target = ${target} AND key = ${key}`
    return retry_at === null ? { ...row, attempts, retry_at, error: messageOf(error) } : undefined
  }

  /** Removes a version that D1 has now. */
  remove({ target, key, version }: Failed): void {
    this.sql.run`DELETE FROM refused_rows WHERE target = ${target} AND key = ${key} AND version = ${version}`
    this.recount()
  }

  /** Removes rows of which a newer version is put in the outbox. */
  replace(target: string, keys: readonly number[]): void {
    if (this.#count === 0) return
    this.sql.run`DELETE FROM refused_rows WHERE target = ${target} AND key IN (SELECT value FROM json_each(${keys}))`
    this.recount()
  }

  /** Returns the next row that is due. */
  nextDue(): OutboxRow | undefined {
    if (this.#count === 0) return undefined
    return this.sql.maybe<OutboxRow>`
      SELECT 0 AS seq, target, key, version, body FROM refused_rows
      WHERE retry_at <= ${this.now()} ORDER BY retry_at LIMIT 1`
  }

  nextRetryAt(): number | undefined {
    if (this.#count === 0) return undefined
    return this.sql.one<{ at: number | null }>`SELECT min(retry_at) AS at FROM refused_rows`.at ?? undefined
  }

  /** Makes all rows due now, with a new count of attempts. Returns their number. */
  retryAll(): number {
    if (this.#count > 0) this.sql.run`UPDATE refused_rows SET attempts = 0, retry_at = ${this.now()}`
    return this.#count
  }

  /** Returns rows, the longest refused first. */
  list(most: number): RefusedRow[] {
    return this.sql.all<RefusedRow>`
      SELECT target, key, version, attempts, retry_at, refused_at, error FROM refused_rows
      ORDER BY refused_at, target, key LIMIT ${most}`
  }

  /** Called after a rollback. */
  recount(): void {
    this.#count = this.#counted()
  }

  #counted(): number {
    return this.sql.one<{ n: number }>`SELECT count(*) AS n FROM refused_rows`.n
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_CHARACTERS_OF_ERROR)
