import { findCounter, writeCounter } from '../store/counters'
import type { Sql } from '../store/realm-sql'
import { nameOfKind, type NewEvent, type AnyEventKind, type Audience } from './event'
import { EphemeralEvents } from './ephemeral-events'
import { LogSize, type Amount } from './log-size'
import { RecentEvents } from './recent-events'
import { SpareRows } from './spare-rows'

/**
 * The realm's log of events: one row for each event, whatever the number of its recipients. Ids come from a counter that is
 * reserved in blocks. A heartbeat takes an id without writing a row. After a crash the counter continues above the whole
 * block, so an id is never used twice.
 */
export type EventHeader = {
  id: number
  kind: string // type, or type/op
  audience: string // JSON
  facts?: string // JSON; only for events in memory
}

/** A published event, with the encodings that listeners share. */
export type PublishedEvent = {
  id: number
  kind: AnyEventKind
  audience: Audience
  facts: object
  characters: number // of its row; 0 for an ephemeral event
  encodings: Map<string, string>
}

/** A value in an event's facts, and its path as SQLite's JSON functions read it. */
type ValueAtPath = { path: string; value: string }

const COUNTER = 'event'
const IDS_PER_BLOCK = 1000

export class EventLog {
  /** The events without a row. */
  readonly ephemeral: EphemeralEvents
  readonly size: LogSize
  readonly #recent: RecentEvents
  readonly #spare: SpareRows
  #next: number
  #reserved: number

  constructor(
    readonly sql: Sql,
    readonly kinds: ReadonlyMap<string, AnyEventKind>,
    now: () => number,
    limit: Amount,
  ) {
    this.ephemeral = new EphemeralEvents(now)
    this.#spare = new SpareRows(sql)
    this.size = new LogSize(sql, limit, this.#spare)
    this.#reserved = findCounter(this.sql, COUNTER) ?? 0
    this.#next = this.#reserved
    this.#recent = new RecentEvents(this.lastId)
  }

  /** The newest id. */
  get lastId(): number {
    return this.#next - 1
  }

  /** The id of the oldest event that a queue may need. */
  get oldestId(): number {
    return (
      this.sql.one<{ id: number | null }>`SELECT min(id) AS id FROM events WHERE id > ${this.#spare.upTo}`.id ??
      this.lastId
    )
  }

  /** Returns a new id. */
  takeId(): number {
    if (this.#next >= this.#reserved) this.#reserveBlock()
    return this.#next++
  }

  #reserveBlock() {
    // If the write fails, nothing is reserved. The ids of a block that is not stored would come again after a restart.
    this.#reserved = this.#next
    writeCounter(this.sql, COUNTER, this.#next + IDS_PER_BLOCK)
    this.#reserved += IDS_PER_BLOCK
  }

  heartbeatId(): number {
    return this.takeId()
  }

  /** Continues above this id, so that rows that came from another realm name no event of this one. */
  skipTo(id: number): void {
    if (id < this.#next) return
    this.#next = id + 1
    this.#reserved = this.#next
    this.takeId()
  }

  /** Counts rows of other tables that live as long as the log. */
  chargeRows(rows: number): void {
    this.size.charge(rows)
  }

  /** Writes an event, unless it is ephemeral. */
  append({ kind, facts }: NewEvent, audience: Audience): PublishedEvent {
    const id = this.takeId()
    const published = { id, kind, audience, facts, characters: 0, encodings: new Map() }
    if (kind.isEphemeral) return published
    const texts = { kind: nameOfKind(kind), audience: JSON.stringify(audience), facts: JSON.stringify(facts) }
    const row = { id, ...this.size.grow(texts.kind, texts.audience, texts.facts), ...texts }
    if (!this.#spare.replaceOldest(row))
      this.sql.run`
        INSERT INTO events (id, rows_so_far, bytes_so_far, kind, audience, facts)
        VALUES (${id}, ${row.rows}, ${row.bytes}, ${row.kind}, ${row.audience}, ${row.facts})`
    this.#recent.add({ id, ...texts })
    return { ...published, characters: texts.audience.length + texts.facts.length }
  }

  /**
   * Returns the events of these types after an id, oldest first, the ephemeral ones among them. Their facts are not read:
   * `factsOf` reads them for the events that a queue accepts.
   */
  *eventsAfter(id: number, types: readonly string[] | null): Generator<EventHeader> {
    if (id >= this.lastId) return
    const isRequested = (name: string) => types === null || types.includes(this.kinds.get(name)?.type ?? '')
    const kinds = types === null ? null : [...this.kinds.keys()].filter(isRequested)
    const ephemeral = this.ephemeral.after(id).filter(({ kind }) => isRequested(kind))
    const recent = this.#recent.eventsAfter(id)?.filter(({ kind }) => isRequested(kind))
    for (const row of recent ?? this.#written(Math.max(id, this.#spare.upTo), kinds)) {
      while (ephemeral[0] !== undefined && ephemeral[0].id < row.id) yield ephemeral.shift()!
      yield row
    }
    yield* ephemeral
  }

  *#written(id: number, kinds: readonly string[] | null): Generator<EventHeader> {
    const ROWS_PER_READ = 500
    for (let last = id; ;) {
      const rows =
        kinds === null
          ? this.sql.all<EventHeader>`
              SELECT id, kind, audience FROM events WHERE id > ${last} ORDER BY id LIMIT ${ROWS_PER_READ}`
          : this.sql.all<EventHeader>`
              SELECT id, kind, audience FROM events WHERE id > ${last} AND kind IN (SELECT value FROM json_each(${kinds}))
              ORDER BY id LIMIT ${ROWS_PER_READ}`
      yield* rows
      if (rows.length < ROWS_PER_READ) return
      last = rows.at(-1)!.id
    }
  }

  /** Returns the events with these ids that are still in the log, oldest first. */
  eventsWithIds(ids: readonly number[]): EventHeader[] {
    if (ids.length === 0) return []
    const rows = this.sql.all<EventHeader>`
      SELECT id, kind, audience FROM events
      WHERE id IN (SELECT value FROM json_each(${ids})) AND id > ${this.#spare.upTo}`
    const requested = new Set(ids)
    const ephemeral = this.ephemeral.after(ids[0]! - 1).filter(({ id }) => requested.has(id))
    return [...rows, ...ephemeral].sort((a, b) => a.id - b.id)
  }

  /** Returns the facts of an event, as JSON text. */
  factsOf({ id, facts }: EventHeader): string {
    return facts ?? this.sql.one<{ facts: string }>`SELECT facts FROM events WHERE id = ${id}`.facts
  }

  /** Returns the facts of a kind of event that have this value, oldest first, among the newest `most` events up to an id. */
  factsWith<Facts>(
    kind: string,
    { path, value }: ValueAtPath,
    { upTo, most }: { upTo: number; most: number },
  ): Facts[] {
    const rows = this.sql.all<{ facts: string }>`
      SELECT facts FROM (
        SELECT id, kind, facts FROM events WHERE id <= ${upTo} AND id > ${this.#spare.upTo} ORDER BY id DESC LIMIT ${most}
      )
      WHERE kind = ${kind} AND facts ->> ${path} = ${value} ORDER BY id`
    return rows.map(({ facts }): Facts => JSON.parse(facts))
  }

  /** Returns a number in the facts of the oldest event of a kind after an id; undefined if there is none. */
  firstNumberAfter(id: number, kind: string, path: string): number | undefined {
    return this.sql.maybe<{ value: number }>`
      SELECT facts ->> ${path} AS value FROM events WHERE id > ${Math.max(id, this.#spare.upTo)} AND kind = ${kind} ORDER BY id LIMIT 1`
      ?.value
  }

  /**
   * Deletes a batch of the oldest events, which no queue needs. Returns whether more are left. `keepsSpare`: as many rows stay for
   * new events as are likely to come soon.
   */
  trim(upTo: number, { keepsSpare = false } = {}): boolean {
    const hasMore = this.#spare.trim(upTo, keepsSpare)
    this.size.shrink()
    return hasMore
  }

  /**
   * Called after a rollback, which may have undone the last reservation. Clients and rows may have its ids, so it is made again: no
   * restart uses them for other events.
   */
  rollBack(): void {
    this.#spare.clear()
    this.size.recount()
    this.#recent.clear(this.lastId)
    if ((findCounter(this.sql, COUNTER) ?? 0) < this.#next) this.#reserveBlock()
  }
}
