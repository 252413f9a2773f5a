import { missingParameter } from '../api/decode'
import { badEventQueueId } from './errors'
import type { ListenerHost } from './listener-host'
import type { EventsResult } from './realm-listening'

/** The parameters of `GET /events` for a queue that exists. */
export type EventsRequest = { queue_id: string; last_event_id?: number; dont_block: boolean }

/** Returns the parameters of a call that the Worker sent straight to the object of its queue. */
export const eventsRequestOf = ({ queue_id, last_event_id, dont_block }: Record<string, unknown>): EventsRequest => ({
  queue_id: String(queue_id),
  last_event_id: typeof last_event_id === 'number' ? last_event_id : undefined,
  dont_block: dont_block === true,
})

/**
 * Returns the events of a user's queue after `last_event_id`, which the client acknowledges. Ends the listener that the queue has.
 * Throws `badEventQueueId`, `eventAlreadyPruned`, `eventNotInQueue` and `missingParameter`.
 */
export function queueEvents(
  { queues, log, reader, sockets }: ListenerHost,
  user_id: number,
  { queue_id, last_event_id, dont_block }: EventsRequest,
): EventsResult {
  if (last_event_id === undefined) throw missingParameter({ var_name: 'last_event_id' })
  // Another object serves it.
  if (queue_id >= queues.end) throw badEventQueueId({ queue_id })
  const queue = queues.get(user_id, queue_id)
  queues.acknowledge(queue, last_event_id, log.lastId)
  const after = Math.max(last_event_id, queue.registered_after)
  const pending = reader.pending(queue, after, MAX_ROWS_PER_TURN)
  queues.touch(queue_id)
  // A queue has one listener. This disconnects the previous one.
  sockets.release(queue_id)
  return { pending, fields: { queue_id }, more: dont_block ? undefined : queue }
}

// If a client was away for long, its events are searched in turns, and other requests are served between them.
const MAX_ROWS_PER_TURN = 5000
