import { maybeCounter, writeCounter } from '../store/counters'
import type { Sql } from '../store/realm-sql'
import { nameOfKind, type Announcement, type AnyEventKind, type Audience } from './event'
import { Fleeting } from './fleeting'

/**
 * The realm's one log of events. Ids come from a counter that is reserved in blocks: a heartbeat takes an id and leaves
 * no row, so after a crash the counter goes on above the whole block and an id is never given twice.
 */
export type EventRow = {
  id: number
  kind: string // type, or type/op
  audience: string // JSON: who hears of it
  facts: string // JSON: what is encoded for them
}

/** An event on its way to listeners: encodings are kept here while they last. */
export type Published = {
  id: number
  kind: AnyEventKind
  audience: Audience
  facts: object
  encodings: Map<string, string>
}

/** A value at a place in an event's facts, both as SQLite's JSON functions understand them. */
type Having = { path: string; value: string }

const COUNTER = 'event'
const IDS_PER_BLOCK = 1000

export class EventLog {
  /** What is in the log without being written. */
  readonly fleeting: Fleeting
  #next: number
  #reserved: number

  constructor(
    readonly sql: Sql,
    readonly kinds: ReadonlyMap<string, AnyEventKind>,
    now: () => number,
  ) {
    this.fleeting = new Fleeting(now)
    this.#reserved = maybeCounter(this.sql, COUNTER) ?? 0
    this.#next = this.#reserved
  }

  /** The newest id that was given: everything up to it is in the past. */
  get lastId(): number {
    return this.#next - 1
  }

  /** The oldest event that anybody may still ask for. */
  get oldestId(): number {
    return this.sql.one<{ id: number | null }>`SELECT min(id) AS id FROM events`.id ?? this.lastId
  }

  takeId(): number {
    if (this.#next >= this.#reserved) {
      this.#reserved = this.#next + IDS_PER_BLOCK
      writeCounter(this.sql, COUNTER, this.#reserved)
    }
    return this.#next++
  }

  append({ kind, facts }: Announcement, audience: Audience): Published {
    const id = this.takeId()
    const published = { id, kind, audience, facts, encodings: new Map() }
    if (kind.isFleeting) return published
    this.sql.run`INSERT INTO events (id, kind, audience, facts)
                 VALUES (${id}, ${nameOfKind(kind)}, ${JSON.stringify(audience)}, ${JSON.stringify(facts)})`
    return published
  }

  /** What came after this id, oldest first, what is fleeting in its place. Facts are read only of what a reader accepts. */
  *after(id: number): Generator<EventRow> {
    const fleeting = this.fleeting.after(id)
    for (const row of this.#written(id)) {
      while (fleeting[0] !== undefined && fleeting[0].id < row.id) yield fleeting.shift()!
      yield row
    }
    yield* fleeting
  }

  *#written(id: number): Generator<EventRow> {
    const ROWS_PER_READ = 500
    for (let last = id; ;) {
      const rows = this.sql
        .all<EventRow>`SELECT id, kind, audience, facts FROM events WHERE id > ${last} ORDER BY id LIMIT ${ROWS_PER_READ}`
      yield* rows
      if (rows.length < ROWS_PER_READ) return
      last = rows.at(-1)!.id
    }
  }

  /** The facts of events of a kind that have this in them, oldest first, among so many of the newest up to an id. */
  factsWith<Facts>(kind: string, { path, value }: Having, { upTo, most }: { upTo: number; most: number }): Facts[] {
    const rows = this.sql.all<{ facts: string }>`
      SELECT facts FROM (SELECT id, kind, facts FROM events WHERE id <= ${upTo} ORDER BY id DESC LIMIT ${most})
      WHERE kind = ${kind} AND facts ->> ${path} = ${value} ORDER BY id`
    return rows.map(({ facts }): Facts => JSON.parse(facts))
  }

  /** Nobody will ask for these again. */
  trim(upTo: number): void {
    this.sql.run`DELETE FROM events WHERE id <= ${upTo}`
  }

  /** A rollback may have undone the last reservation; the ids it covered may be out already, so none is taken back. */
  reserveAgain(): void {
    this.#reserved = this.#next
  }
}
