import type { ListenerHost } from '../../src/events/listener-host'
import type { Queue } from '../../src/events/queue'

/** A realm, or a gateway. Their logs take different values after the id. */
type Host = ListenerHost & { log: { eventsAfter(id: number, ...more: never[]): Generator<{ id: number }> } }

/**
 * Watches which events of the log an object reads to answer requests for the events of a queue, from now until the object ends:
 *
 * 1. Each event is read once for a queue. It is read again only if the queue still has an event that its client did not acknowledge.
 * 2. A request reads no more new events in one turn than it may: others wait meanwhile.
 *
 * `note` is called with what is wrong. The answers are right all the same: it only costs more.
 */
export function watchLogReads(host: Host, note: (problem: string) => void): void {
  const { log, reader } = host
  const eventsAfter = log.eventsAfter.bind(log)
  const pending = reader.pending.bind(reader)
  const positions = new Map<string, Position>()
  let read: number[] | undefined
  log.eventsAfter = function* (id, ...more) {
    for (const event of eventsAfter(id, ...more)) {
      read?.push(event.id)
      yield event
    }
  }
  reader.pending = (queue: Queue, after: number, most?: number) => {
    // A WebSocket that acknowledges, and the checks of tests, name no number of rows.
    if (most === undefined) return pending(queue, after)
    const { queue_id } = queue
    const { upTo, events } = positions.get(queue_id) ?? NOTHING
    const unacknowledged = events.filter((id) => id > after)
    read = []
    try {
      const result = pending(queue, after, most)
      const again = unacknowledged.length > 0 ? undefined : read.find((id) => id <= upTo)
      if (again !== undefined) note(`Event ${again} is read again for the queue ${queue_id}, from which it is absent`)
      const added = read.filter((id) => id > upTo).length
      if (added > most) note(`One turn reads ${added} events for the queue ${queue_id}, and may read ${most}`)
      const found = result.events.map((text): { id: number } => JSON.parse(text)).map(({ id }) => id)
      positions.set(queue_id, {
        upTo: Math.max(upTo, result.upTo),
        events: [...new Set([...unacknowledged, ...found])],
      })
      return result
    } finally {
      read = undefined
    }
  }
}

/** Up to which event the log was read for a queue, and which of these events are for it. */
type Position = { upTo: number; events: readonly number[] }

const NOTHING: Position = { upTo: -1, events: [] }
