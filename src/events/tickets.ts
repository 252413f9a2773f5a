import type { Sql } from '../store/realm-sql'
import type { Owner } from './queue'

/**
 * A browser cannot send an `Authorization` header when it opens a WebSocket or an event stream. An API key in the address
 * would be written into logs. So the client requests a ticket with its key: it opens one queue, once, within a minute. Only
 * its hash is stored.
 */
export const TICKET_SECONDS = 60

/** The realm's tickets. */
export class Tickets {
  #sweptAt = -Infinity

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
  ) {}

  /** Stores the hash of a new ticket. */
  issue(ticket_hash: string, { user_id, session_id }: Owner, queue_id: string): void {
    this.#sweep()
    this.sql.run`INSERT INTO tickets (ticket_hash, user_id, session_id, queue_id, expires_at)
                 VALUES (${ticket_hash}, ${user_id}, ${session_id}, ${queue_id}, ${this.now() + TICKET_SECONDS})`
  }

  /** Deletes expired tickets, once in a ticket's lifetime: all browsers may connect again at once, each with a ticket. */
  #sweep(): void {
    if (this.now() < this.#sweptAt + TICKET_SECONDS) return
    this.#sweptAt = this.now()
    this.sql.run`DELETE FROM tickets WHERE expires_at < ${this.now()}`
  }

  /** Returns the owner of a valid ticket, and deletes the ticket in any case. */
  redeem(ticket_hash: string, queue_id: string): Owner | undefined {
    const ticket = this.sql.maybe<Owner & { queue_id: string; expires_at: number }>`
      SELECT user_id, session_id, queue_id, expires_at FROM tickets WHERE ticket_hash = ${ticket_hash}`
    if (ticket === undefined) return undefined
    this.sql.run`DELETE FROM tickets WHERE ticket_hash = ${ticket_hash}`
    return ticket.queue_id === queue_id && ticket.expires_at >= this.now() ? ticket : undefined
  }

  /** Deletes the tickets that sessions requested. */
  removeOfSessions(session_ids: readonly number[]): void {
    this.sql.run`DELETE FROM tickets WHERE session_id IN (SELECT value FROM json_each(${[...session_ids]}))`
  }

  /** Deletes the tickets of a user whose API keys were deleted. */
  removeOf(user_id: number): void {
    this.sql.run`DELETE FROM tickets WHERE user_id = ${user_id}`
  }
}
