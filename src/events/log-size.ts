import { Buffer } from 'node:buffer'
import type { Sql } from '../store/realm-sql'

/** Rows, and bytes of text in them: how much there is, or how much there may be. */
export type Amount = { rows: number; bytes: number }

/** A log that outgrew its limit is cut to this share of it, so that cutting is rare. */
const KEPT_WHEN_CUT = 0.8

/**
 * How large the event log is. Each event says how much was written up to and including it, so the size is a difference
 * between the newest event and the oldest. Both are read once after the object wakes.
 */
export class LogSize {
  #written: Amount | undefined
  #trimmed: Amount | undefined

  constructor(
    readonly sql: Sql,
    readonly limit: Amount,
  ) {}

  /** How much was written up to and including the newest event. */
  get written(): Amount {
    return (this.#written ??=
      this.sql.maybe<Amount>`
      SELECT rows_so_far AS rows, bytes_so_far AS bytes FROM events ORDER BY id DESC LIMIT 1` ?? NOTHING)
  }

  /** Counts one more event with these texts. Returns how much was written up to and including it. */
  grow(...texts: string[]): Amount {
    const { rows, bytes } = this.written
    const added = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return (this.#written = { rows: rows + 1, bytes: bytes + added })
  }

  /**
   * Counts rows of other tables that are kept as long as the log needs them: how things were when its events happened.
   * They are part of the next event's size.
   */
  charge(rows: number): void {
    const { rows: before, bytes } = this.written
    this.#written = { rows: before + rows, bytes }
  }

  get isOverLimit(): boolean {
    const { rows, bytes } = minus(this.written, this.#gone)
    return rows > this.limit.rows || bytes > this.limit.bytes
  }

  /** The newest event that must go, so that the rest is well within the limit. */
  lastToCut(): number | undefined {
    const { rows, bytes } = minus(this.written, {
      rows: this.limit.rows * KEPT_WHEN_CUT,
      bytes: this.limit.bytes * KEPT_WHEN_CUT,
    })
    return this.sql.maybe<{ id: number }>`
      SELECT id FROM events WHERE rows_so_far >= ${rows} AND bytes_so_far >= ${bytes} ORDER BY id LIMIT 1`?.id
  }

  /** How much was written since, as a share of the limit. */
  shareSince(then: Amount): number {
    const { rows, bytes } = minus(this.written, then)
    return Math.max(rows / this.limit.rows, bytes / this.limit.bytes)
  }

  /** The oldest events were deleted. */
  shrink(): void {
    this.#trimmed = undefined
  }

  /** A rollback may have undone any of it: it is read again. */
  recount(): void {
    this.#written = undefined
    this.#trimmed = undefined
  }

  get #gone(): Amount {
    return (this.#trimmed ??=
      this.sql.maybe<Amount>`
        SELECT
          rows_so_far - 1 AS rows,
          bytes_so_far - octet_length(kind) - octet_length(audience) - octet_length(facts) AS bytes
        FROM events ORDER BY id LIMIT 1` ?? this.written)
  }
}

const NOTHING: Amount = { rows: 0, bytes: 0 }

const minus = (one: Amount, other: Amount): Amount => ({
  rows: one.rows - other.rows,
  bytes: one.bytes - other.bytes,
})
