import type { Sql } from '../../store/realm-sql'
import type { Amount } from '../log-size'
import type { Queue } from '../queue'
import type { Numbers } from './received-lists'

/** An event as a gateway has it: its texts, and the numbers of the queues that receive each of them. */
export type ReceivedEvent = {
  id: number
  texts: readonly string[]
  recipients: readonly Numbers[]
  characters: number
  /** When memory may forget an ephemeral event. */
  until?: number
}

type StoredEvent = Pick<ReceivedEvent, 'id' | 'texts'> & { recipients: number[][] }

/** Returns the text of an event for a queue, by the queue's number. */
export const textFor = ({ texts, recipients }: ReceivedEvent, number: number): string | undefined =>
  texts[recipients.findIndex((numbers) => numbers.has(number))]

/**
 * The events of a gateway's queues. New events are in memory. Thirty seconds after the first of them the gateway writes them
 * to its tables, if a client has not acknowledged them yet. One row holds many events. A gateway that loses its memory
 * receives the events after the last write again, because the realm's log still has them.
 */
export class GatewayLog {
  #recent: ReceivedEvent[] = []
  #recentCharacters = 0
  /** Memory has each event after this id. */
  #recentAfter: number
  #lastId: number
  #storedUpTo: number
  #spareFrom: number | undefined
  /** What the segments have. */
  readonly #stored: Amount
  /** What was received since the object woke. */
  readonly #received: Amount = { rows: 0, bytes: 0 }

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly limit: Amount,
  ) {
    this.#storedUpTo = sql.one<{ id: number }>`SELECT stored_up_to AS id FROM gateway`.id
    this.#lastId = this.#storedUpTo
    this.#recentAfter = this.#storedUpTo
    this.#stored = sql.one<Amount>`
      SELECT coalesce(sum(count), 0) AS rows, coalesce(sum(length(events)), 0) AS bytes FROM segments`
  }

  get lastId(): number {
    return this.#lastId
  }

  get newestEventId(): number {
    return this.#recent.at(-1)?.id ?? this.#storedUpTo
  }

  get storedUpTo(): number {
    return this.#storedUpTo
  }

  get hasUnstored(): boolean {
    return this.#lastId > this.#storedUpTo
  }

  /** Returns an id that the realm gave to nothing else, or undefined if it must be asked for more. */
  heartbeatId({ acknowledged }: Queue): number | undefined {
    if (this.#spareFrom === undefined) return undefined
    const id = Math.max(this.#spareFrom, acknowledged + 1)
    return id <= this.#lastId ? id : undefined
  }

  /** Adds the events that are new. The log then has each event up to `upTo`. Returns the new ones. */
  add(events: readonly ReceivedEvent[], upTo: number, spareFrom: number | undefined): ReceivedEvent[] {
    const added = events.filter(({ id }) => id > this.#lastId)
    for (const event of added) {
      this.#recent.push(event)
      this.#recentCharacters += event.characters
      this.#received.bytes += event.characters
    }
    this.#received.rows += added.length
    if (upTo > this.#lastId) [this.#lastId, this.#spareFrom] = [upTo, spareFrom]
    return added
  }

  /** A new gateway needs no event up to this one. */
  skipTo(id: number): void {
    if (id <= this.#lastId) return
    this.#lastId = id
    this.#recentAfter = id
    this.#storedUpTo = id
    this.sql.run`UPDATE gateway SET stored_up_to = ${id}`
  }

  get unstoredIsLarge(): boolean {
    return this.#recentCharacters > CHARACTERS_IN_MEMORY && this.hasUnstored
  }

  /** Returns the events after an id, oldest first. */
  *eventsAfter(id: number): Generator<ReceivedEvent> {
    if (id < this.#recentAfter) yield* this.#segmentsAfter(id)
    const now = this.now()
    for (const event of this.#recent)
      if (event.id > id && event.id > this.#recentAfter && (event.until ?? Infinity) > now) yield event
  }

  *#segmentsAfter(id: number): Generator<ReceivedEvent> {
    for (let last = id; ;) {
      const row = this.sql.maybe<{ last_id: number; events: string }>`
        SELECT last_id, events FROM segments
        WHERE last_id > ${last} AND last_id <= ${this.#recentAfter} ORDER BY last_id LIMIT 1`
      if (row === undefined) return
      const events: StoredEvent[] = JSON.parse(row.events)
      for (const event of events) if (event.id > id) yield receivedEvent(event)
      last = row.last_id
    }
  }

  /** Writes the events that a queue still needs. `isNeeded` says whether the queue with a number needs an event. */
  store(isNeeded: (number: number, event_id: number) => boolean): void {
    if (!this.hasUnstored) return
    let segment: string[] = []
    let characters = 0
    let last = 0
    const write = () => {
      if (segment.length > 0) this.#writeSegment(last, segment)
      segment = []
      characters = 0
    }
    for (const event of this.#recent) {
      if (event.id <= this.#storedUpTo || event.until !== undefined) continue
      const json = textOfNeeded(event, isNeeded)
      if (json === undefined) continue
      if (characters + json.length > this.#segmentLimit.bytes || segment.length >= this.#segmentLimit.rows) write()
      segment.push(json)
      characters += json.length
      last = event.id
    }
    write()
    this.#storedUpTo = this.#lastId
    this.sql.run`UPDATE gateway SET stored_up_to = ${this.#storedUpTo}`
    if (this.#recentCharacters > CHARACTERS_IN_MEMORY) this.#forgetRecent()
  }

  /** A log that is too large loses whole segments, so no segment is a large part of it. */
  get #segmentLimit(): Amount {
    const { rows, bytes } = this.limit
    return { rows: rows * SHARE_OF_SEGMENT, bytes: Math.min(bytes * SHARE_OF_SEGMENT, CHARACTERS_PER_SEGMENT) }
  }

  #writeSegment(last: number, segment: readonly string[]) {
    const events = `[${segment.join(',')}]`
    this.sql.run`INSERT INTO segments (last_id, count, events) VALUES (${last}, ${segment.length}, ${events})`
    this.#stored.rows += segment.length
    this.#stored.bytes += events.length
  }

  #forgetRecent() {
    this.#recent = []
    this.#recentCharacters = 0
    this.#recentAfter = this.#lastId
  }

  /** Deletes the segments that no queue needs. */
  trim(upTo: number): void {
    const { rows, bytes } = this.sql.one<Amount>`
      SELECT coalesce(sum(count), 0) AS rows, coalesce(sum(length(events)), 0) AS bytes FROM segments
      WHERE last_id <= ${upTo}`
    if (rows === 0) return
    this.sql.run`DELETE FROM segments WHERE last_id <= ${upTo}`
    this.#stored.rows -= rows
    this.#stored.bytes -= bytes
  }

  get isOverLimit(): boolean {
    return this.#stored.rows > this.limit.rows || this.#stored.bytes > this.limit.bytes
  }

  /** Returns the newest event to delete if the segments are larger than the limit. */
  lastToCut(): number | undefined {
    if (!this.isOverLimit) return undefined
    const { rows, bytes } = this.limit
    return this.sql.maybe<{ id: number }>`
      SELECT last_id AS id FROM (
        SELECT
          last_id,
          sum(count) OVER (ORDER BY last_id DESC) AS rows,
          sum(length(events)) OVER (ORDER BY last_id DESC) AS bytes
        FROM segments
      ) WHERE rows > ${rows * SHARE_AFTER_CUT} OR bytes > ${bytes * SHARE_AFTER_CUT}
      ORDER BY last_id DESC LIMIT 1`?.id
  }

  get written(): Amount {
    return { ...this.#received }
  }

  /** Returns how much was received since then, as a share of the limit. */
  shareSince(before: Amount): number {
    const { rows, bytes } = this.#received
    return Math.max((rows - before.rows) / this.limit.rows, (bytes - before.bytes) / this.limit.bytes)
  }
}

const CHARACTERS_IN_MEMORY = 4_000_000
/** A row of SQLite holds two megabytes. */
const CHARACTERS_PER_SEGMENT = 400_000
const SHARE_OF_SEGMENT = 1 / 16
const SHARE_AFTER_CUT = 0.8

const receivedEvent = ({ id, texts, recipients }: StoredEvent): ReceivedEvent => ({
  id,
  texts,
  recipients: recipients.map((numbers) => new Set(numbers)),
  characters: 0,
})

/** Returns the event for the queues that need it, as JSON, or undefined if none does. */
function textOfNeeded(
  { id, texts, recipients }: ReceivedEvent,
  isNeeded: (number: number, event_id: number) => boolean,
): string | undefined {
  const needing = recipients.map((numbers) => [...numbers].filter((number) => isNeeded(number, id)))
  const used = texts
    .map((text, index) => ({ text, numbers: needing[index]! }))
    .filter(({ numbers }) => numbers.length > 0)
  if (used.length === 0) return undefined
  return JSON.stringify({ id, texts: used.map(({ text }) => text), recipients: used.map(({ numbers }) => numbers) })
}
