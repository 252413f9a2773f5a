/**
 * How far the log was searched for events of one queue, in memory. An event is checked for a queue once; a poll that finds
 * nothing costs only the events since the poll before.
 */
export type Checked = {
  checked: number // up to this event; never less than what the client acknowledged
  pending: number[] // the events found there that the client has not acknowledged, oldest first
  looked: number // how many rows were read in vain since the queue's row was written
}

/** The queue needs only the events after this one. This is what its row says of all that. */
export const needsAfter = ({ pending, checked }: Checked): number =>
  pending[0] === undefined ? checked : pending[0] - 1

/** The client has everything up to here. */
export function forgetAcknowledged(queue: Checked, acknowledged: number): void {
  queue.checked = Math.max(queue.checked, acknowledged)
  queue.pending = queue.pending.filter((event_id) => event_id > acknowledged)
}

/** Of the events after `after` and up to `upTo`, exactly these are for the queue. */
export function rememberFound(queue: Checked, { after, upTo }: { after: number; upTo: number }, found: number[]): void {
  queue.pending = [...queue.pending.filter((event_id) => event_id <= after), ...found]
  queue.checked = upTo
}
