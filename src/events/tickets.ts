import type { Sql } from '../store/realm-sql'
import { apiError } from '../api/errors'

/**
 * A browser cannot say who asks when it opens a WebSocket or an event stream, and a key in an address would be written
 * into logs on the way. So whoever has the key asks for a ticket: it opens one queue, once, within a minute. Only its hash
 * is kept.
 */
export const TICKET_SECONDS = 60

export const badTicket = apiError('UNAUTHORIZED', () => 'Invalid, used or expired ticket')

export class Tickets {
  #sweptAt = -Infinity

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
  ) {}

  issue(ticket_hash: string, user_id: number, queue_id: string): void {
    this.#sweep()
    this.sql.run`INSERT INTO tickets (ticket_hash, user_id, queue_id, expires_at)
                 VALUES (${ticket_hash}, ${user_id}, ${queue_id}, ${this.now() + TICKET_SECONDS})`
  }

  /** Deletes expired tickets, once in a ticket's lifetime: all browsers may come back at once, and each asks for one. */
  #sweep(): void {
    if (this.now() < this.#sweptAt + TICKET_SECONDS) return
    this.#sweptAt = this.now()
    this.sql.run`DELETE FROM tickets WHERE expires_at < ${this.now()}`
  }

  /** Whose ticket it is. It is used up by being shown, whatever comes of it. */
  redeem(ticket_hash: string, queue_id: string): number | undefined {
    const found = this.sql.maybe<{ user_id: number; queue_id: string; expires_at: number }>`
      SELECT user_id, queue_id, expires_at FROM tickets WHERE ticket_hash = ${ticket_hash}`
    if (found === undefined) return undefined
    this.sql.run`DELETE FROM tickets WHERE ticket_hash = ${ticket_hash}`
    return found.queue_id === queue_id && found.expires_at >= this.now() ? found.user_id : undefined
  }

  /** What let this account in lets nobody in any more. */
  tearUp(user_id: number): void {
    this.sql.run`DELETE FROM tickets WHERE user_id = ${user_id}`
  }
}
