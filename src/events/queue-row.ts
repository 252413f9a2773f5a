import { sqlText } from '../store/sql'
import type { Amount, LogSize } from './log-size'
import type { Queue, QueueOptions } from './queue'
import type { QueuePosition } from './queue-position'
import type { SharedOptions } from './shared-options'

export type QueueRow = Omit<Queue, keyof QueueOptions | keyof QueuePosition> & {
  lifespan_seconds: number
  is_away: 0 | 1
  searched_up_to: number
  options: string
}

/** A queue in memory. */
export type CachedQueue = {
  queue: Queue
  writtenAt: number // when the row was written
  writtenWith: Amount // the size of the log then
  isAway: boolean // the row says that the client is away
  isActive: boolean // the client sent a request since the object woke, so `last_seen_at` is exact
}

export const QUEUE_COLUMNS = sqlText`
  queue_id, user_id, session_id, registered_after, acknowledged, searched_up_to, last_seen_at, lifespan_seconds,
  is_away, options`

// Rare enough that polls cost almost nothing, and frequent enough that a long-lived queue does not keep old events.
const MAX_SECONDS_BEHIND = 300
/** To write one row costs as much as to read this many. After a longer search the position is written. */
const MAX_ROWS_SEARCHED = 1000
/** After a restart the rows decide which queue is the slowest, so no row may be far behind. */
const MAX_OF_LOG_BEHIND = 0.1

/** Returns whether the row of a queue must be written, because memory knows much more. */
export function isRowBehind(
  { queue, writtenAt, writtenWith, isAway }: CachedQueue,
  size: Pick<LogSize, 'shareSince'>,
): boolean {
  const seconds = queue.last_seen_at - writtenAt
  return (
    isAway ||
    seconds >= Math.min(queue.lifespan_seconds / 2, MAX_SECONDS_BEHIND) ||
    queue.rowsSearched >= MAX_ROWS_SEARCHED ||
    size.shareSince(writtenWith) >= MAX_OF_LOG_BEHIND
  )
}

export function queueOf(
  { options: optionsJson, searched_up_to, is_away: _, ...columns }: QueueRow,
  shared: SharedOptions,
): Queue {
  const options = shared.parse(optionsJson)
  return { ...options, ...columns, searchedUpTo: searched_up_to, pendingIds: [], rowsSearched: 0 }
}

/** When a queue expires of which only the row is known: `MAX_SECONDS_BEHIND` as SQL. The row may be behind what memory had. */
export const EXPIRES_AT = sqlText`last_seen_at + lifespan_seconds + min(lifespan_seconds / 2, 300)`

const secondsBehind = ({ queue, isActive }: CachedQueue): number =>
  isActive ? 0 : Math.min(queue.lifespan_seconds / 2, MAX_SECONDS_BEHIND)

export const isExpired = (cached: CachedQueue, now: number): boolean =>
  now - cached.queue.last_seen_at > cached.queue.lifespan_seconds + secondsBehind(cached)

/** Without a request of its last client for so long, a user is away, also if the queue lives on. */
export const AWAY_AFTER_SECONDS = 600

export const hasLeft = (cached: CachedQueue, now: number): boolean =>
  now - cached.queue.last_seen_at > AWAY_AFTER_SECONDS + secondsBehind(cached)
