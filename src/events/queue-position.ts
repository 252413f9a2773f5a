/**
 * How far the event log was searched for one queue, in memory only. Each event is tested once for a queue: a poll that
 * finds nothing costs only the events since the previous poll.
 */
export type QueuePosition = {
  searchedUpTo: number // never less than the acknowledged id
  pendingIds: number[] // events for this queue up to there that the client has not acknowledged, oldest first
  rowsSearched: number // rows that were read without a result since the queue's row was written
}

/** Returns the id after which the queue needs the log: the value of its row. */
export const needsAfter = ({ pendingIds, searchedUpTo }: QueuePosition): number =>
  pendingIds[0] === undefined ? searchedUpTo : pendingIds[0] - 1

/** The client has every event up to `acknowledged`. */
export function removeAcknowledged(queue: QueuePosition, acknowledged: number): void {
  queue.searchedUpTo = Math.max(queue.searchedUpTo, acknowledged)
  queue.pendingIds = queue.pendingIds.filter((event_id) => event_id > acknowledged)
}

/** Of the events after `after` and up to `upTo`, exactly `ids` are for the queue. */
export function addPending(
  queue: QueuePosition,
  { after, upTo }: { after: number; upTo: number },
  ids: readonly number[],
): void {
  queue.pendingIds = [...queue.pendingIds.filter((event_id) => event_id <= after), ...ids]
  queue.searchedUpTo = upTo
}
