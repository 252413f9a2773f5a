import { logLine } from '../api/log-line'
import type { Sql } from '../store/realm-sql'
import { badEventQueueId, eventAlreadyPruned, eventNotInQueue } from './errors'
import type { Amount, LogSize } from './log-size'
import { MessageReceivers } from './message-receivers'
import type { Owner, Queue, QueueOptions } from './queue'
import { needsAfter, removeAcknowledged, type QueuePosition } from './queue-position'

type QueueRow = Omit<Queue, keyof QueueOptions | keyof QueuePosition> & {
  lifespan_seconds: number
  searched_up_to: number
  options: string
}

/** A queue in memory. */
type CachedQueue = {
  queue: Queue
  writtenAt: number // when the row was written
  writtenWith: Amount // the size of the log then
  isActive: boolean // the client sent a request since the object woke, so `last_seen_at` is exact
}

// Rare enough that polls cost almost nothing, and frequent enough that a long-lived queue does not keep old events.
const MOST_SECONDS_BEHIND = 300
/** To write one row costs as much as to read this many. After a longer search the position is written. */
const MOST_ROWS_SEARCHED = 1000
/** After a restart the rows decide which queue is the slowest, so no row may be far behind. */
const MOST_OF_LOG_BEHIND = 0.1

/** The realm's queues: rows, and what memory knows better. */
export class Queues {
  readonly #cached = new Map<string, CachedQueue>()
  readonly receivers: MessageReceivers
  /** The last time that expired queues were removed. */
  maintainedAt = 0

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly size: LogSize,
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
    return queue
  }

  /** Returns the queue, expired or not. */
  find(queue_id: string): Queue | undefined {
    return this.#find(queue_id)?.queue
  }

  /** Returns the queue. Throws if it is not the user's, or has expired. */
  get(user_id: number, queue_id: string): Queue {
    const cached = this.#find(queue_id)
    if (cached === undefined || cached.queue.user_id !== user_id || this.#isExpired(cached))
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
    const cached = this.#find(queue_id)
    if (cached === undefined) return
    cached.queue.last_seen_at = this.now()
    cached.isActive = true
    if (this.#isRowBehind(cached)) this.#write(cached)
  }

  #isRowBehind({ queue, writtenAt, writtenWith }: CachedQueue): boolean {
    const seconds = queue.last_seen_at - writtenAt
    return (
      seconds >= Math.min(queue.lifespan_seconds / 2, MOST_SECONDS_BEHIND) ||
      queue.rowsSearched >= MOST_ROWS_SEARCHED ||
      this.size.shareSince(writtenWith) >= MOST_OF_LOG_BEHIND
    )
  }

  #write(cached: CachedQueue): void {
    const { queue } = cached
    this.sql.run`
      UPDATE queues
      SET acknowledged = ${queue.acknowledged}, searched_up_to = ${needsAfter(queue)}, last_seen_at = ${queue.last_seen_at}
      WHERE queue_id = ${queue.queue_id}`
    cached.writtenAt = queue.last_seen_at
    cached.writtenWith = this.size.written
    queue.rowsSearched = 0
  }

  remove(queue_id: string): void {
    const owner = this.find(queue_id)?.user_id
    if (owner !== undefined) this.receivers.forget(owner)
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
    return this.sql.all<{
      queue_id: string
    }>`SELECT queue_id FROM queues WHERE user_id = ${user_id} ORDER BY last_seen_at`.map(({ queue_id }) => queue_id)
  }

  /** Returns the queues that these sessions of the user registered. */
  idsOfSessions(user_id: number, session_ids: readonly number[]): string[] {
    return this.sql.all<{ queue_id: string }>`
      SELECT queue_id FROM queues
      WHERE user_id = ${user_id} AND session_id IN (SELECT value FROM json_each(${[...session_ids]}))`.map(
      ({ queue_id }) => queue_id,
    )
  }

  /** Returns the ids of all queues. */
  allIds(): string[] {
    return this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues`.map(({ queue_id }) => queue_id)
  }

  /** Removes at most `most` expired queues without a connected listener, and returns them. */
  removeExpired(isConnected: (queue_id: string) => boolean, most: number): Queue[] {
    this.maintainedAt = this.now()
    const removed: Queue[] = []
    const rows = this.sql.all<{ queue_id: string }>`
      SELECT queue_id FROM queues WHERE last_seen_at + lifespan_seconds * ${LIFESPAN_FACTOR_AFTER_WAKING} < ${this.now()}`
    for (const { queue_id } of rows) {
      if (removed.length === most) break
      const cached = this.#find(queue_id)
      if (cached === undefined || !this.#isExpired(cached) || isConnected(queue_id)) continue
      removed.push(cached.queue)
      this.remove(queue_id)
    }
    return removed
  }

  /** Returns the newest event that no queue needs, according to the rows. */
  unneededUpTo(newestId: number): number {
    return this.sql.one<{ id: number | null }>`SELECT min(searched_up_to) AS id FROM queues`.id ?? newestId
  }

  /** Removes the queues that need this event or an older one, according to memory. Returns their ids. */
  removeSlowest(event_id: number): string[] {
    const rows = this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues WHERE searched_up_to < ${event_id}`
    const slow = rows.map(({ queue_id }) => queue_id).filter((queue_id) => needsAfter(this.find(queue_id)!) < event_id)
    for (const queue_id of slow) this.remove(queue_id)
    if (slow.length > 0) logLine('warn', 'event_log_over_limit', { expired_queues: slow.length })
    return slow
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
    for (const cached of this.#cached.values()) cached.writtenAt = -Infinity
    this.receivers.forgetAll()
  }

  #find(queue_id: string): CachedQueue | undefined {
    const cached = this.#cached.get(queue_id)
    if (cached) return cached
    const row = this.sql.maybe<QueueRow>`
      SELECT queue_id, user_id, session_id, registered_after, acknowledged, searched_up_to, last_seen_at,
             lifespan_seconds, options
      FROM queues WHERE queue_id = ${queue_id}`
    if (row === undefined) return undefined
    const { options: optionsJson, searched_up_to, ...columns } = row
    const options: QueueOptions = JSON.parse(optionsJson)
    const queue: Queue = { ...options, ...columns, searchedUpTo: searched_up_to, pendingIds: [], rowsSearched: 0 }
    const loaded = { queue, writtenAt: columns.last_seen_at, writtenWith: this.size.written, isActive: false }
    this.#cached.set(queue_id, loaded)
    return loaded
  }

  #isExpired({ queue, isActive }: CachedQueue): boolean {
    return this.now() - queue.last_seen_at > queue.lifespan_seconds * (isActive ? 1 : LIFESPAN_FACTOR_AFTER_WAKING)
  }
}

// A row may be half a lifespan behind what memory had before the object slept.
const LIFESPAN_FACTOR_AFTER_WAKING = 1.5
