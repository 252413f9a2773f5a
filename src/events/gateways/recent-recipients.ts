import type { PublishedEvent } from '../event-log'
import { inTurns } from '../turns'
import type { KeptLists } from './kept-lists'
import type { AssignedEvent, EventByGateway } from './recipients'

type Assigned = { id: number; byGateway: EventByGateway; characters: number }

type Noted = (id: number, gateways: { before: number; numbers: ReadonlySet<number> }) => void

/** The newest events, with their recipients in all gateways. Each event is assigned once, however many gateways there are. */
export class RecentRecipients {
  readonly #waiting: PublishedEvent[] = []
  #assigned: Assigned[] = []
  #characters = 0
  /** Memory has each event after this id, and up to `#upTo`. */
  #after: number
  #upTo: number
  #work: Promise<void> | undefined

  constructor(
    readonly context: { lists: KeptLists; note: Noted },
    lastId: number,
  ) {
    this.#after = lastId
    this.#upTo = lastId
  }

  get after(): number {
    return this.#after
  }

  get upTo(): number {
    return this.#upTo
  }

  /** Whether each published event is assigned. */
  get isComplete(): boolean {
    return this.#waiting.length === 0 && this.#work === undefined
  }

  /** No gateway needs an event up to this one. */
  skipTo(id: number): void {
    this.#after = id
    this.#upTo = id
  }

  add(published: readonly PublishedEvent[]): void {
    this.#waiting.push(...published)
  }

  /** Assigns the events that wait, and calls `note` after each. */
  async assignAll(): Promise<void> {
    if (this.#waiting.length === 0 && this.#work === undefined) return
    await (this.#work ??= this.#assignAll().finally(() => (this.#work = undefined)))
  }

  async #assignAll(): Promise<void> {
    const { lists, note } = this.context
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      const byGateway = await inTurns(lists.assign(event))
      const before = this.#upTo
      this.#upTo = event.id
      this.#add({ id: event.id, byGateway, characters: charactersOf(byGateway) })
      note(event.id, { before, numbers: new Set(byGateway.keys()) })
    }
  }

  #add(assigned: Assigned) {
    if (assigned.byGateway.size > 0) this.#assigned.push(assigned)
    this.#characters += assigned.characters
    while (this.#characters > MAX_CHARACTERS) this.#removeOldest()
  }

  #removeOldest() {
    const oldest = this.#assigned.shift()!
    this.#characters -= oldest.characters
    this.#after = oldest.id
  }

  eventsAfter(id: number): readonly Assigned[] {
    return this.#assigned.filter((event) => event.id > id)
  }

  /** The gateways have each event up to these. */
  forget(positions: readonly number[]): void {
    const least = Math.min(...positions)
    while (this.#assigned[0] !== undefined && this.#assigned[0].id <= least) this.#removeOldest()
  }
}

const MAX_CHARACTERS = 8_000_000

/** The lists that events name are not counted: many events share one. */
const charactersOf = (byGateway: EventByGateway): number =>
  [...byGateway.values()].reduce(
    (sum, { texts, recipients }) =>
      sum +
      texts.reduce((length, text) => length + text.length, 0) +
      8 * recipients.reduce((length, each) => length + lengthOf(each), 0),
    0,
  )

const lengthOf = (recipients: AssignedEvent['recipients'][number]): number =>
  Array.isArray(recipients) ? recipients.length : recipients.joined.length + recipients.left.length
