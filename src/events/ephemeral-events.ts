import { nameOfKind, type AnyEventKind, type Audience } from './event'

/**
 * Events that matter only for a moment. A client sends its typing notification again while it lasts, and other clients
 * drop it after a while. Such events have ids among the others, but no row. Memory keeps each of them for as long as a
 * client needs between two polls. If the realm object ends, they are lost.
 */
const SECONDS_IN_MEMORY = 10
const MAX_IN_MEMORY = 1000
// Larger events, with hundreds of recipients, go only to connected listeners.
const MAX_CHARACTERS = 10_000

/** The fields of a row in the event log, and a time. */
type StoredEvent = { id: number; kind: string; audience: string; facts: string; until: number }

type Published = { id: number; kind: AnyEventKind; audience: Audience; facts: object }

/** The ephemeral events of the last seconds. */
export class EphemeralEvents {
  #events: StoredEvent[] = []

  constructor(readonly now: () => number) {}

  /** Adds the ephemeral ones of these events, after their transaction. */
  add(published: readonly Published[]): void {
    const until = this.now() + SECONDS_IN_MEMORY
    for (const { id, kind, ...event } of published) {
      if (!kind.isEphemeral) continue
      const [audience, facts] = [JSON.stringify(event.audience), JSON.stringify(event.facts)]
      if (audience.length + facts.length > MAX_CHARACTERS) continue
      this.#events.push({ id, kind: nameOfKind(kind), audience, facts, until })
    }
    if (this.#events.length > MAX_IN_MEMORY) this.#events = this.#events.slice(-MAX_IN_MEMORY)
  }

  /** Returns the events after this id that are not too old, oldest first. */
  after(id: number): StoredEvent[] {
    const now = this.now()
    if (this.#events[0] && this.#events[0].until <= now) this.#events = this.#events.filter(({ until }) => until > now)
    return this.#events.filter((event) => event.id > id)
  }
}
