import { newestDeletedId, writeNewestDeletedId } from './deleted-ids'
import type { Sql } from './realm-sql'

/** The ids of messages, ascending in the order of sending. The newest row of the message index has the last id. */
export class MessageIds {
  #last: number

  constructor(readonly sql: Sql) {
    this.#last = this.#newest()
  }

  /** The newest id. */
  get last(): number {
    return this.#last
  }

  /** Returns the next id. */
  take(): number {
    return ++this.#last
  }

  /** Continues above this id. */
  skipTo(id: number): void {
    writeNewestDeletedId(this.sql, COUNTER, id)
    this.recount()
  }

  /** Called when messages were deleted. If the newest is one of them, its id is stored. */
  recordDeletion(): void {
    if (this.#newest() < this.#last) writeNewestDeletedId(this.sql, COUNTER, this.#last)
  }

  /** Called after a rollback. The ids that it undid were not published. */
  recount(): void {
    this.#last = this.#newest()
  }

  #newest(): number {
    const { id } = this.sql.one<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM message_index`
    return Math.max(id, newestDeletedId(this.sql, COUNTER))
  }
}

const COUNTER = 'message'
