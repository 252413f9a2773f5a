import type { PendingEvents } from './event-reader'
import type { Queue } from './queue'
import type { Queues } from './queues'
import type { Sockets } from './sockets'

/** What serves listeners: it has queues, and their events up to an id. */
export type ListenerHost = {
  sockets: Sockets
  queues: Queues
  log: ListenerLog
  reader: { pending(queue: Queue, after: number, mostRows?: number): PendingEvents }
}

type ListenerLog = {
  /** The newest id. */
  readonly lastId: number
  /**
   * Returns an id for a heartbeat: newer than each event that the queue has received, and older than each later one. Undefined if
   * there is none at the moment: then a poll ends without events.
   */
  heartbeatId(queue: Queue): number | undefined
}
