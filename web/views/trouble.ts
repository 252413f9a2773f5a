import type { Status } from '../sync/queue-state'
import { words } from '../words/en'

/** Returns why the client receives nothing now, or undefined if it does. */
export function troubleOf(status: Status): string | undefined {
  if (typeof status === 'string') return status === 'waiting' ? words.status.waiting : undefined
  return words.status.fault(status.text, status.request_id)
}
