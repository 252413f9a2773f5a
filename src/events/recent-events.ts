/** The fields of a row in the event log. */
export type LoggedEvent = { id: number; kind: string; audience: string; facts: string }

const MAX_EVENTS = 500
const MAX_CHARACTERS = 1_000_000

/**
 * The newest rows of the event log, as memory has them since the object woke. Nearly every poll asks for events that are newer
 * than these, so it needs no read of the table.
 */
export class RecentEvents {
  #events: LoggedEvent[] = []
  #characters = 0
  /** All events after this id are in memory. */
  #after: number

  constructor(lastId: number) {
    this.#after = lastId
  }

  add(event: LoggedEvent): void {
    this.#events.push(event)
    this.#characters += sizeOf(event)
    if (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#removeOlderHalf()
  }

  /** Returns the events after an id, oldest first. Undefined if memory does not have all of them. */
  eventsAfter(id: number): LoggedEvent[] | undefined {
    if (id < this.#after) return undefined
    // Most callers have all events except the newest.
    let first = this.#events.length
    while (first > 0 && this.#events[first - 1]!.id > id) first--
    return this.#events.slice(first)
  }

  /** Called after a rollback, which may have undone some of these events. */
  clear(lastId: number): void {
    this.#events = []
    this.#characters = 0
    this.#after = lastId
  }

  #removeOlderHalf() {
    const removed = this.#events.splice(0, Math.ceil(this.#events.length / 2))
    for (const event of removed) this.#characters -= sizeOf(event)
    this.#after = removed.at(-1)!.id
  }
}

const sizeOf = ({ audience, facts }: LoggedEvent): number => audience.length + facts.length
