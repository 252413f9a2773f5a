import { newestDeletedId, writeNewestDeletedId } from './deleted-ids'
import type { Sql } from './realm-sql'

/** Ids of messages, in the order in which they were sent. The index itself says which was the last, so counting costs no row. */
export class MessageIds {
  #last: number

  constructor(readonly sql: Sql) {
    this.#last = this.#newest()
  }

  get last(): number {
    return this.#last
  }

  take(): number {
    return ++this.#last
  }

  /** Some were deleted. If the newest was among them, its id is kept in mind. */
  recordDeletion(): void {
    if (this.#newest() < this.#last) writeNewestDeletedId(this.sql, COUNTER, this.#last)
  }

  /** A rollback undid what was taken, and nobody was told of it. */
  recount(): void {
    this.#last = this.#newest()
  }

  #newest(): number {
    const { id } = this.sql.one<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM message_index`
    return Math.max(id, newestDeletedId(this.sql, COUNTER))
  }
}

const COUNTER = 'message'
