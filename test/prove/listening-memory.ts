import type { LogSize } from '../../src/events/log-size'
import type { Listener } from '../../src/events/listener'
import type { ListenerHost } from '../../src/events/listener-host'
import type { Queue } from '../../src/events/queue'
import { needsAfter } from '../../src/events/queue-position'

/** A realm, or a gateway. Only a realm's log has this size. */
type Host = ListenerHost & { log: { size?: LogSize } }

/**
 * Returns what is wrong in what an object believes about its clients, between two turns: each listens to a queue that exists, alone, and has
 * all that its queue counts as received. `received` has the id of the newest event that the client of a queue has.
 */
export const differencesOfListening = (host: Host, received: ReadonlyMap<string, number>): string[] => [
  ...differencesOfListeners(host),
  ...[...received].flatMap(([queue_id, last]) => {
    const queue = queue_id < host.queues.end ? host.queues.find(queue_id) : undefined
    return queue === undefined ? [] : differencesOfQueue(host, queue, last)
  }),
]

function differencesOfListeners({ sockets, queues }: Host): string[] {
  const open = sockets.listeners().filter((listener) => isOpen(listener))
  const orphan = open.find((listener) => !mayBeAnswered(listener) && queues.find(listener.queue_id) === undefined)
  const persistent = open.filter(({ window }) => window !== undefined).map(({ queue_id }) => queue_id)
  const shared = persistent.find((queue_id, nth) => persistent.indexOf(queue_id) < nth)
  return [
    ...(orphan === undefined ? [] : [`A client listens to the queue ${orphan.queue_id}, which does not exist`]),
    ...(shared === undefined ? [] : [`Two clients listen to the queue ${shared}`]),
  ]
}

/** After a sleep, the socket of a poll that was answered still counts as a listener, until the Worker or the platform closes it. */
const mayBeAnswered = ({ window, wasForgotten }: Listener): boolean => window === undefined && wasForgotten === true

/** A poll that waits in the object has no socket. */
const isOpen = ({ socket, heartbeatAt }: Listener): boolean =>
  heartbeatAt !== undefined || !('readyState' in socket) || socket.readyState === WebSocket.OPEN

/** The events up to what the queue needs, that its client lacks, and that are for it: the log may forget them. */
function differencesOfQueue({ reader }: Host, queue: Queue, last: number): string[] {
  const of = `The queue ${queue.queue_id}, whose client has the events up to ${last},`
  if (queue.acknowledged > last) return [`${of} counts those up to ${queue.acknowledged} as acknowledged`]
  const needs = needsAfter(queue)
  if (needs < queue.acknowledged)
    return [`${of} needs events after ${needs}, and acknowledged those up to ${queue.acknowledged}`]
  if (needs <= last) return []
  const { events } = reader.pending({ ...queue, searchedUpTo: last, pendingIds: [] }, last)
  const lost = events.map((event): { id: number; type: string } => JSON.parse(event)).find(({ id }) => id <= needs)
  return lost === undefined ? [] : [`${of} does not need event ${lost.id} (${lost.type})`]
}
