import { maybeCounter, writeCounter } from '../store/counters'
import type { Sql } from '../store/realm-sql'
import { nameOfKind, type Announcement, type AnyEventKind, type Audience } from './event'
import { Fleeting } from './fleeting'
import { LogSize, type Amount } from './log-size'

/**
 * The realm's one log of events. Ids come from a counter that is reserved in blocks: a heartbeat takes an id and leaves
 * no row, so after a crash the counter goes on above the whole block and an id is never given twice.
 */
export type EventHeader = {
  id: number
  kind: string // type, or type/op
  audience: string // JSON: who hears of it
  facts?: string // JSON: what is encoded for them; here only for events that have no row
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
const MOST_TRIMMED_AT_ONCE = 10_000

export class EventLog {
  /** What is in the log without being written. */
  readonly fleeting: Fleeting
  readonly size: LogSize
  #next: number
  #reserved: number

  constructor(
    readonly sql: Sql,
    readonly kinds: ReadonlyMap<string, AnyEventKind>,
    now: () => number,
    limit: Amount,
  ) {
    this.fleeting = new Fleeting(now)
    this.size = new LogSize(sql, limit)
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
    const [name, hearers, told] = [nameOfKind(kind), JSON.stringify(audience), JSON.stringify(facts)]
    const { rows, bytes } = this.size.grow(name, hearers, told)
    this.sql.run`INSERT INTO events (id, rows_so_far, bytes_so_far, kind, audience, facts)
                 VALUES (${id}, ${rows}, ${bytes}, ${name}, ${hearers}, ${told})`
    return published
  }

  /**
   * What came after this id, oldest first, with fleeting events in their places. Facts are not read: `factsOf` reads them
   * for the events that a reader accepts. Events of other types than these are passed over.
   */
  *after(id: number, types: readonly string[] | null): Generator<EventHeader> {
    if (id >= this.lastId) return
    const isAsked = (name: string) => types === null || types.includes(this.kinds.get(name)?.type ?? '')
    const kinds = types === null ? null : [...this.kinds.keys()].filter(isAsked)
    const fleeting = this.fleeting.after(id).filter(({ kind }) => isAsked(kind))
    for (const row of this.#written(id, kinds)) {
      while (fleeting[0] !== undefined && fleeting[0].id < row.id) yield fleeting.shift()!
      yield row
    }
    yield* fleeting
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

  /** Those of these events that are still there, oldest first. */
  these(ids: readonly number[]): EventHeader[] {
    if (ids.length === 0) return []
    const rows = this.sql.all<EventHeader>`
      SELECT id, kind, audience FROM events WHERE id IN (SELECT value FROM json_each(${ids}))`
    const wanted = new Set(ids)
    const fleeting = this.fleeting.after(ids[0]! - 1).filter(({ id }) => wanted.has(id))
    return [...rows, ...fleeting].sort((a, b) => a.id - b.id)
  }

  factsOf({ id, facts }: EventHeader): string {
    return facts ?? this.sql.one<{ facts: string }>`SELECT facts FROM events WHERE id = ${id}`.facts
  }

  /** The facts of events of a kind that have this in them, oldest first, among so many of the newest up to an id. */
  factsWith<Facts>(kind: string, { path, value }: Having, { upTo, most }: { upTo: number; most: number }): Facts[] {
    const rows = this.sql.all<{ facts: string }>`
      SELECT facts FROM (SELECT id, kind, facts FROM events WHERE id <= ${upTo} ORDER BY id DESC LIMIT ${most})
      WHERE kind = ${kind} AND facts ->> ${path} = ${value} ORDER BY id`
    return rows.map(({ facts }): Facts => JSON.parse(facts))
  }

  /** Deletes events that no queue needs: some, the oldest first. Returns whether more of them are left. */
  trim(upTo: number): boolean {
    this.sql.run`
      DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE id <= ${upTo} ORDER BY id LIMIT ${MOST_TRIMMED_AT_ONCE}
      )`
    this.size.shrink()
    return this.sql.maybe`SELECT 1 AS found FROM events WHERE id <= ${upTo} LIMIT 1` !== undefined
  }

  /** A rollback may have undone the last reservation; the ids it covered may be out already, so none is taken back. */
  reserveAgain(): void {
    this.#reserved = this.#next
    this.size.recount()
  }
}
