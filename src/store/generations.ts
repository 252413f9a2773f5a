import { FIRST_DATABASE } from './databases'
import type { Sql } from './realm-sql'

/**
 * From these ids on, the texts of a realm are in this database, until the next generation begins. So an id alone says where its
 * text is. Rows are never changed or removed.
 */
export type Generation = { number: number; database: string } & Record<FirstId, number>

/** Bodies are placed by the ids of their messages, and earlier versions by the ids of their edits. */
export type FirstId = 'first_message_id' | 'first_edit_id'

const IN_FIRST_DATABASE: Generation = {
  number: 1,
  database: FIRST_DATABASE,
  first_message_id: 0,
  first_edit_id: 0,
}

/** The generations of a realm that has only used the first database. It stores no row. */
export const ONE_GENERATION: readonly Generation[] = [IN_FIRST_DATABASE]

/** Returns the database of a text. */
export function databaseOf(generations: readonly Generation[], kind: FirstId, id: number): string {
  const found = generations.findLast((generation) => generation[kind] <= id) ?? generations[0]
  return found?.database ?? FIRST_DATABASE
}

/** The ids from `from` on and below `to`. */
export type IdRange = { database: string; from: number; to: number }

/** Returns the ranges of the generations, the oldest first. */
export const rangesOf = (generations: readonly Generation[], kind: FirstId): IdRange[] =>
  generations
    .map((generation, index) => ({
      database: generation.database,
      from: index === 0 ? 0 : generation[kind],
      to: generations[index + 1]?.[kind] ?? Infinity,
    }))
    .filter(({ from, to }) => from < to)

/** Returns the ranges with ids above this one. */
export const rangesAfter = (generations: readonly Generation[], kind: FirstId, after: number): IdRange[] =>
  rangesOf(generations, kind).filter(({ to }) => to - 1 > after)

/** The generations of a realm, oldest first. */
export class Generations {
  #all: readonly Generation[]

  constructor(readonly sql: Sql) {
    this.#all = this.#stored()
  }

  get all(): readonly Generation[] {
    return this.#all
  }

  /** The database that gets new texts. */
  get newest(): string {
    return this.#all.at(-1)?.database ?? FIRST_DATABASE
  }

  /** Begins the first generation of a new realm. */
  beginFirst(database: string): void {
    if (database !== FIRST_DATABASE) this.add([{ ...IN_FIRST_DATABASE, database }])
  }

  /** Begins another generation. No text has these ids yet, or later ones. */
  begin(database: string, firsts: Record<FirstId, number>): void {
    this.add([{ number: this.#all.length + 1, database, ...firsts }])
  }

  /** Adds the generations that a restored state does not know yet. */
  add(generations: readonly Generation[]): void {
    const stored = generations.filter(({ number, database }) => number > 1 || database !== FIRST_DATABASE)
    for (const { number, database, first_message_id, first_edit_id } of stored)
      this.sql.run`INSERT OR IGNORE INTO generations (number, database, first_message_id, first_edit_id)
                   VALUES (${number}, ${database}, ${first_message_id}, ${first_edit_id})`
    if (stored.length > 0) this.reread()
  }

  /** Called after a rollback. */
  reread(): void {
    this.#all = this.#stored()
  }

  #stored(): readonly Generation[] {
    const rows = this.sql.all<Generation>`
      SELECT number, database, first_message_id, first_edit_id FROM generations ORDER BY number`
    if (rows.length === 0) return ONE_GENERATION
    return rows[0]?.number === 1 ? rows : [IN_FIRST_DATABASE, ...rows]
  }
}
