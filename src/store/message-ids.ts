import type { Sql } from './realm-sql'

/**
 * Ids of messages, in the order in which they were sent. The index itself says which was the last, so counting costs no
 * row. TODO: settled with deleting messages: the deletion of the very newest must leave its id behind, or it is given again.
 */
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

  /** A rollback undid what was taken, and nobody was told of it. */
  recount(): void {
    this.#last = this.#newest()
  }

  #newest(): number {
    return this.sql.one<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM message_index`.id
  }
}
