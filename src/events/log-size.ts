import { Buffer } from 'node:buffer'
import type { Sql } from '../store/realm-sql'

/** A number of rows and of the bytes of text in them: a size or a limit. */
export type Amount = { rows: number; bytes: number }

/** A log that exceeds its limit is cut to this share of it, so that cuts are rare. */
const SHARE_AFTER_CUT = 0.8

/**
 * The size of the event log, without its spare rows. Each row has the total that was written up to and including it, so the
 * size is the difference between the newest row and the oldest. Both are read once after the realm object wakes.
 */
export class LogSize {
  #written: Amount | undefined
  #deleted: Amount | undefined

  constructor(
    readonly sql: Sql,
    readonly limit: Amount,
    /** The rows up to this id do not count. */
    readonly spare: { readonly upTo: number },
  ) {}

  /** The total that was written up to and including the newest event. */
  get written(): Amount {
    return (this.#written ??=
      this.sql.maybe<Amount>`
      SELECT rows_so_far AS rows, bytes_so_far AS bytes FROM events ORDER BY id DESC LIMIT 1` ?? NOTHING)
  }

  /** Counts a new event with these texts. Returns the total up to and including it. */
  grow(...texts: string[]): Amount {
    const { rows, bytes } = this.written
    const added = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return (this.#written = { rows: rows + 1, bytes: bytes + added })
  }

  /**
   * Counts rows of other tables that live as long as the log: the history of roles, groups and channels that audiences
   * need. They are part of the next event's size.
   */
  charge(rows: number): void {
    const { rows: before, bytes } = this.written
    this.#written = { rows: before + rows, bytes }
  }

  /** The size as a share of the limit. */
  get fill(): number {
    return this.shareSince(this.#deletedAmount)
  }

  get isOverLimit(): boolean {
    const { rows, bytes } = minus(this.written, this.#deletedAmount)
    return rows > this.limit.rows || bytes > this.limit.bytes
  }

  /** Returns the newest event to delete, so that the rest is well within the limit. */
  lastToCut(): number | undefined {
    const { rows, bytes } = minus(this.written, {
      rows: this.limit.rows * SHARE_AFTER_CUT,
      bytes: this.limit.bytes * SHARE_AFTER_CUT,
    })
    return this.sql.maybe<{ id: number }>`
      SELECT id FROM events WHERE rows_so_far >= ${rows} AND bytes_so_far >= ${bytes} ORDER BY id LIMIT 1`?.id
  }

  /** Returns how much was written since then, as a share of the limit. */
  shareSince(before: Amount): number {
    const { rows, bytes } = minus(this.written, before)
    return Math.max(rows / this.limit.rows, bytes / this.limit.bytes)
  }

  /** Called when queues need fewer events than before. */
  shrink(): void {
    this.#deleted = undefined
  }

  /** Called after a rollback. */
  recount(): void {
    this.#written = undefined
    this.#deleted = undefined
  }

  get #deletedAmount(): Amount {
    return (this.#deleted ??=
      this.sql.maybe<Amount>`
        SELECT
          rows_so_far - 1 AS rows,
          bytes_so_far - octet_length(kind) - octet_length(audience) - octet_length(facts) AS bytes
        FROM events WHERE id > ${this.spare.upTo} ORDER BY id LIMIT 1` ?? this.written)
  }
}

const NOTHING: Amount = { rows: 0, bytes: 0 }

const minus = (one: Amount, other: Amount): Amount => ({
  rows: one.rows - other.rows,
  bytes: one.bytes - other.bytes,
})
