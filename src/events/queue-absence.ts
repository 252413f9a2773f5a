import type { Queue } from './queue'
import { AWAY_AFTER_SECONDS, EXPIRES_AT, hasLeft, isExpired, type CachedQueue } from './queue-row'
import type { Queues } from './queues'

type IsConnected = (queue_id: string) => boolean

/** Returns at most `most` expired queues without a connected listener. */
export function expiredQueues(queues: Queues, isConnected: IsConnected, most: number): Queue[] {
  const rows = queues.sql.all<{ queue_id: string }>`
    SELECT queue_id FROM queues
    WHERE queue_id < ${queues.end} AND ${EXPIRES_AT} < ${queues.now()}`
  return select(queues, rows, (cached) => isExpired(cached, queues.now()) && !isConnected(cached.queue.queue_id), most)
}

/** Returns at most `most` queues that live on although their clients have left, and that are not noted as away. */
export function leftQueues(queues: Queues, isConnected: IsConnected, most: number): Queue[] {
  const rows = queues.sql.all<{ queue_id: string }>`
    SELECT queue_id FROM queues
    WHERE queue_id < ${queues.end} AND is_away = 0 AND lifespan_seconds > ${AWAY_AFTER_SECONDS}
      AND last_seen_at + ${AWAY_AFTER_SECONDS} < ${queues.now()}`
  return select(queues, rows, (cached) => hasLeft(cached, queues.now()) && !isConnected(cached.queue.queue_id), most)
}

function select(
  queues: Queues,
  rows: readonly { queue_id: string }[],
  isWanted: (cached: CachedQueue) => boolean,
  most: number,
): Queue[] {
  const found: Queue[] = []
  for (const { queue_id } of rows) {
    if (found.length === most) break
    const cached = queues.cached(queue_id)
    if (cached !== undefined && isWanted(cached)) found.push(cached.queue)
  }
  return found
}

/** Returns when the next queue expires, if the clients of all queues are away. Undefined: a client may leave at any time. */
export function nextExpiryWhileAllAway({ sql }: Queues): number | undefined {
  const { present, at } = sql.one<{ present: number; at: number | null }>`
    SELECT count(*) FILTER (WHERE is_away = 0) AS present, min(${EXPIRES_AT}) AS at FROM queues`
  return present > 0 ? undefined : (at ?? undefined)
}
