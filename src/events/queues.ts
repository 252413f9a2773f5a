import { logLine } from '../api/log-line'
import type { Sql } from '../store/realm-sql'
import { badEventQueueId, eventAlreadyPruned, eventNotInQueue } from './errors'
import { AFTER_ALL_QUEUE_IDS } from './gateways/queue-ids'
import type { LogSize } from './log-size'
import { MessageReceivers } from './message-receivers'
import type { Owner, Queue, QueueOptions } from './queue'
import { needsAfter, removeAcknowledged } from './queue-position'
import { isExpired, isRowBehind, QUEUE_COLUMNS, queueOf, type CachedQueue, type QueueRow } from './queue-row'
import { SharedOptions } from './shared-options'

/** The realm's queues: rows, and what memory knows better. */
export class Queues {
  readonly #cached = new Map<string, CachedQueue>()
  readonly receivers: MessageReceivers
  readonly options = new SharedOptions()
  #servedCount: number | undefined
  /** The last time that expired queues were removed. */
  maintainedAt = 0

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly size: Pick<LogSize, 'written' | 'shareSince'>,
    /** This object serves the queues whose ids come before this text. It only lists the others. */
    readonly end = AFTER_ALL_QUEUE_IDS,
  ) {
    this.receivers = new MessageReceivers(sql)
  }

  /** Writes a new queue, which receives the events after `lastEventId`. */
  register({ user_id, session_id }: Owner, queue_id: string, lastEventId: number, options: QueueOptions): Queue {
    const queue: Queue = {
      ...options,
      queue_id,
      user_id,
      session_id,
      registered_after: lastEventId,
      acknowledged: lastEventId,
      last_seen_at: this.now(),
      searchedUpTo: lastEventId,
      pendingIds: [],
      rowsSearched: 0,
    }
    this.sql.run`
      INSERT INTO queues (
        queue_id, user_id, session_id, registered_after, acknowledged, searched_up_to, last_seen_at, lifespan_seconds,
        options
      )
      VALUES (
        ${queue_id}, ${user_id}, ${session_id}, ${lastEventId}, ${lastEventId}, ${lastEventId}, ${queue.last_seen_at},
        ${options.lifespan_seconds}, ${JSON.stringify(options)}
      )`
    this.receivers.forget(user_id)
    if (this.#servedCount !== undefined && queue_id < this.end) this.#servedCount++
    return queue
  }

  /** Returns the queue, expired or not. */
  find(queue_id: string): Queue | undefined {
    return this.cached(queue_id)?.queue
  }

  /** Returns the queue. Throws if it is not the user's, or has expired. */
  get(user_id: number, queue_id: string): Queue {
    const cached = this.cached(queue_id)
    if (cached === undefined || cached.queue.user_id !== user_id || this.#isOver(cached))
      throw badEventQueueId({ queue_id })
    return cached.queue
  }

  /** The client has every event up to `id`. Throws for an older id, because the log may have deleted those events. */
  acknowledge(queue: Queue, id: number, newestId: number): void {
    if (id > newestId) throw eventNotInQueue({ id })
    // Before the first acknowledgement, any older id means "from the beginning".
    const floor = queue.acknowledged === queue.registered_after ? -Infinity : queue.acknowledged
    if (id < floor) throw eventAlreadyPruned({ id })
    queue.acknowledged = Math.max(queue.acknowledged, id)
    removeAcknowledged(queue, queue.acknowledged)
  }

  /** The client sent a request, or was connected until now. Writes the queue's row if it is too far behind. */
  touch(queue_id: string): void {
    const cached = this.cached(queue_id)
    if (cached === undefined) return
    cached.queue.last_seen_at = this.now()
    cached.isActive = true
    if (isRowBehind(cached, this.size)) this.#write(cached)
  }

  #write(cached: CachedQueue): void {
    const { queue } = cached
    this.sql.run`
      UPDATE queues
      SET acknowledged = ${queue.acknowledged}, searched_up_to = ${needsAfter(queue)}, last_seen_at = ${queue.last_seen_at},
          is_away = 0
      WHERE queue_id = ${queue.queue_id}`
    if (cached.isAway) this.receivers.forget(queue.user_id)
    cached.isAway = false
    cached.writtenAt = queue.last_seen_at
    cached.writtenWith = this.size.written
    queue.rowsSearched = 0
  }

  remove(queue_id: string): void {
    const queue = this.find(queue_id)
    if (queue === undefined) return
    this.receivers.forget(queue.user_id)
    if (this.#servedCount !== undefined && queue_id < this.end) this.#servedCount--
    this.sql.run`DELETE FROM queues WHERE queue_id = ${queue_id}`
    this.#cached.delete(queue_id)
  }

  /** These clients have every event for them up to `deliveredUpTo`, so their queues do not need to search there. */
  skipTo(queue_ids: readonly string[], deliveredUpTo: number): void {
    for (const queue_id of queue_ids) {
      const queue = this.find(queue_id)
      if (queue === undefined || queue.searchedUpTo >= deliveredUpTo) continue
      queue.searchedUpTo = deliveredUpTo
      this.touch(queue_id)
    }
  }

  /** Returns the user's queues, the least recently active first. */
  idsOf(user_id: number): string[] {
    return idsIn(this.sql.all`SELECT queue_id FROM queues WHERE user_id = ${user_id} ORDER BY last_seen_at`)
  }

  /** Returns the queues that these sessions of the user registered. */
  idsOfSessions(user_id: number, session_ids: readonly number[]): string[] {
    return idsIn(this.sql.all`
      SELECT queue_id FROM queues
      WHERE user_id = ${user_id} AND session_id IN (SELECT value FROM json_each(${[...session_ids]}))`)
  }

  /** Returns the ids of all queues. */
  allIds(): string[] {
    return idsIn(this.sql.all`SELECT queue_id FROM queues`)
  }

  /** Notes whether the client of a queue is away for so long that it no longer makes its user present. */
  setAway(queue_id: string, isAway: boolean): void {
    const cached = this.cached(queue_id)
    if (cached === undefined || cached.isAway === isAway) return
    this.sql.run`UPDATE queues SET is_away = ${isAway ? 1 : 0} WHERE queue_id = ${queue_id}`
    cached.isAway = isAway
    this.receivers.forget(cached.queue.user_id)
  }

  /** Returns the newest event that no queue needs, according to the rows. */
  unneededUpTo(newestId: number): number {
    const { id } = this.sql.one<{ id: number | null }>`
      SELECT min(searched_up_to) AS id FROM queues WHERE queue_id < ${this.end}`
    return id ?? newestId
  }

  /** Returns the queues that need this event or an older one, according to memory. */
  slowestIds(event_id: number): string[] {
    const ids = idsIn(this.sql.all`
      SELECT queue_id FROM queues WHERE queue_id < ${this.end} AND searched_up_to < ${event_id}`)
    return ids.filter((queue_id) => needsAfter(this.find(queue_id)!) < event_id)
  }

  /** Removes the queues that need this event or an older one, according to memory. Returns their ids. */
  removeSlowest(event_id: number): string[] {
    const slow = this.slowestIds(event_id)
    for (const queue_id of slow) this.remove(queue_id)
    if (slow.length > 0) logLine('warn', 'event_log_over_limit', { expired_queues: slow.length })
    return slow
  }

  /** Returns whether this object serves at least so many queues. */
  hasAtLeast(most: number): boolean {
    this.#servedCount ??= this.sql.one<{ n: number }>`
      SELECT count(*) AS n FROM queues WHERE queue_id < ${this.end}`.n
    return this.#servedCount >= most
  }

  /** The number of all queues. A client of a queue may be away. */
  get count(): number {
    return this.sql.one<{ n: number }>`SELECT count(*) AS n FROM queues`.n
  }

  get hasAny(): boolean {
    return this.sql.maybe`SELECT 1 AS found FROM queues LIMIT 1` !== undefined
  }

  /** Returns the users who have a queue. */
  ownerIds(): number[] {
    return this.sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM queues`.map(({ user_id }) => user_id)
  }

  /** Returns the queues of clients without a capability: of these users, or of all. */
  withoutCapability(capability: string, user_ids?: ReadonlySet<number>): Queue[] {
    const path = `$.client.capabilities.${capability}`
    const rows =
      user_ids === undefined
        ? this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues WHERE options ->> ${path} IS NOT 1`
        : this.sql.all<{ queue_id: string }>`
            SELECT queue_id FROM queues
            WHERE options ->> ${path} IS NOT 1 AND user_id IN (SELECT value FROM json_each(${[...user_ids]}))`
    return rows.flatMap(({ queue_id }) => this.find(queue_id) ?? [])
  }

  /** Called after a rollback, which may have undone writes: each row is written again when its client is next active. */
  rewriteOnNextUse(): void {
    this.#servedCount = undefined
    for (const cached of this.#cached.values()) cached.writtenAt = -Infinity
    this.receivers.forgetAll()
  }

  /** Returns the queue, expired or not, with what memory knows about its row. */
  cached(queue_id: string): CachedQueue | undefined {
    const cached = this.#cached.get(queue_id)
    if (cached) return cached
    const row = this.sql.maybe<QueueRow>`SELECT ${QUEUE_COLUMNS} FROM queues WHERE queue_id = ${queue_id}`
    if (row === undefined) return undefined
    const loaded = {
      queue: queueOf(row, this.options),
      writtenAt: row.last_seen_at,
      writtenWith: this.size.written,
      isAway: row.is_away === 1,
      isActive: false,
    }
    this.#cached.set(queue_id, loaded)
    return loaded
  }

  #isOver(cached: CachedQueue): boolean {
    return cached.queue.queue_id < this.end && isExpired(cached, this.now())
  }
}

const idsIn = (rows: { queue_id: string }[]): string[] => rows.map(({ queue_id }) => queue_id)
