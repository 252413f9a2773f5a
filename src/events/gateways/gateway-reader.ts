import type { PendingEvents } from '../event-reader'
import type { Queue } from '../queue'
import { addPending } from '../queue-position'
import { WINDOW_CHARACTERS } from '../send-window'
import { textFor, type GatewayLog, type ReceivedEvent } from './gateway-log'
import { numberOf } from './queue-ids'

/** Finds the texts that the realm assigned to the queues of a gateway. It decides nothing itself. */
export class GatewayReader {
  constructor(
    readonly log: GatewayLog,
    /** The user of each queue, by the queue's number. */
    readonly owners: ReadonlyMap<number, number>,
  ) {}

  /** Whether a queue receives an event, `encode` finds out. */
  acceptanceOf(): () => boolean {
    return () => true
  }

  encode(event: ReceivedEvent, { queue_id }: Queue): string | undefined {
    return textFor(event, numberOf(queue_id))
  }

  /** Returns the users who receive an event, if they are few. */
  candidatesOf({ recipients }: ReceivedEvent): Set<number> | undefined {
    if (recipients.reduce((sum, { size }) => sum + size, 0) > FEW_RECIPIENTS) return undefined
    const numbers = recipients.flatMap((each) => [...each])
    return new Set(numbers.flatMap((number) => this.owners.get(number) ?? []))
  }

  /**
   * Returns the events for a queue after an id, as `EventReader.pending` does. Only events that were not searched count as rows: a later
   * turn continues after them, and never after the events that it returns again.
   */
  pending(queue: Queue, after: number, mostRows = Infinity): PendingEvents {
    const { searchedUpTo, pendingIds } = queue
    const number = numberOf(queue.queue_id)
    const unacknowledged = new Set(pendingIds.filter((id) => id > after))
    const [first = Infinity] = unacknowledged
    const events: string[] = []
    const ids: number[] = []
    let size = 0
    let rowsLeft = mostRows
    let upTo = Math.max(after, this.log.lastId)
    let isPartial = false
    for (const event of this.log.eventsAfter(Math.max(after, Math.min(searchedUpTo, first - 1)))) {
      const isSearched = event.id <= searchedUpTo
      if (isSearched && !unacknowledged.has(event.id)) continue
      const text = textFor(event, number)
      if (text !== undefined) {
        events.push(text)
        ids.push(event.id)
        size += text.length
      }
      const isFull = size > WINDOW_CHARACTERS
      isPartial = !isFull && !isSearched && --rowsLeft <= 0
      if (!isFull && !isPartial) continue
      upTo = event.id
      break
    }
    if (after <= searchedUpTo && upTo >= searchedUpTo) addPending(queue, { after, upTo }, ids)
    return { events, last: ids.at(-1) ?? after, upTo, isPartial }
  }
}

const FEW_RECIPIENTS = 100
