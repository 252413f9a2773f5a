import type { Event } from '../../client-state/wire'

const MAX_EVENTS = 5000

/** The newest events that a replica has. An answer of the server may be older than they are. */
export class KnownEvents {
  readonly #events: Event[] = []
  /** All events after this one are known. */
  #since: number | undefined

  /** `last`: the newest event of the queue, which may be of a type that does not matter. */
  add(events: readonly Event[], last: number): void {
    const [first] = events
    this.#since ??= first === undefined ? last : first.id - 1
    this.#events.push(...events)
    const dropped = this.#events.splice(0, Math.max(0, this.#events.length - MAX_EVENTS)).at(-1)
    if (dropped) this.#since = dropped.id
  }

  /** Returns the events after an id, or undefined if some are not known. */
  after(id: number): Event[] | undefined {
    if (this.#since === undefined || id < this.#since) return undefined
    return this.#events.filter((event) => event.id > id)
  }
}
