import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Random } from '../random.ts'

/** A statement, and what is cached about it. */
type Prepared = { statement: StatementSync; columns: string[]; isWrite: boolean; changesTables: boolean }

export type Rows = { columns: string[]; rows: unknown[][]; changes: number }

const MAX_STATEMENTS = 4000
const READS = /^\s*(?:--[^\n]*\n\s*)*(?:SELECT|VALUES|EXPLAIN|PRAGMA|WITH(?![\s\S]*\b(?:INSERT|UPDATE|DELETE)\b))/i
const CHANGES_TABLES = /\b(?:CREATE|ALTER|DROP)\b/i
const SEVERAL = /;\s*[^\s;]/

/** SQLite as an object and D1 have it. The statements are compiled once. */
export class Sqlite {
  #statements = new Map<string, Prepared>()
  readonly #controls = new Map<string, StatementSync>()
  #version: unknown

  readonly database: DatabaseSync
  readonly beforeWrite: () => void

  constructor(database: DatabaseSync, beforeWrite: () => void) {
    this.database = database
    this.beforeWrite = beforeWrite
  }

  run(text: string, values: readonly SQLInputValue[]): Rows {
    if (values.length === 0 && SEVERAL.test(text) && !READS.test(text)) return this.#runSeveral(text)
    const { statement, columns, isWrite, changesTables } = this.#prepared(text)
    if (isWrite) this.beforeWrite()
    if (columns.length === 0) {
      const { changes } = statement.run(...values)
      if (changesTables) this.#forgetIfChanged()
      return { columns, rows: [], changes: Number(changes) }
    }
    // The type of `all` does not know that the rows are arrays.
    const rows: unknown[] = statement.all(...values)
    return { columns, rows: rows.filter((row) => Array.isArray(row)), changes: 0 }
  }

  /** Begins or ends a transaction. */
  control(text: string): void {
    const statement = this.#controls.get(text) ?? this.database.prepare(text)
    this.#controls.set(text, statement)
    statement.run()
  }

  #runSeveral(text: string): Rows {
    this.beforeWrite()
    this.database.exec(text)
    this.#forgetIfChanged()
    return { columns: [], rows: [], changes: 0 }
  }

  /** Each start of an object says `CREATE TABLE IF NOT EXISTS`, which mostly changes nothing. */
  #forgetIfChanged(): void {
    const version = this.database.prepare('PRAGMA schema_version').get()?.['schema_version']
    if (version !== this.#version) this.#statements.clear()
    this.#version = version
  }

  #prepared(text: string): Prepared {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const statement = this.database.prepare(text)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const prepared = { statement, columns, isWrite: !READS.test(text), changesTables: CHANGES_TABLES.test(text) }
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    this.#statements.set(text, prepared)
    return prepared
  }
}

/** Opens the database of a file. It is a copy, so nothing has to outlive the process. */
export function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  // The table is the platform's own, with numbers that JavaScript lacks.
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; DROP TABLE IF EXISTS _cf_METADATA')
  return database
}

/** Returns bytes as `node:sqlite` wants them: an empty array on an empty buffer would become NULL. */
export function bytesOf(value: ArrayBuffer | Uint8Array): Uint8Array {
  if (value.byteLength === 0) return new Uint8Array(1).subarray(1)
  return value instanceof Uint8Array ? value : new Uint8Array(value)
}

/** The clock and the random numbers of SQLite are those of the world too. */
export function seedFunctions(database: DatabaseSync, now: () => number, random: Random): void {
  database.function('unixepoch', { varargs: true }, () => Math.floor(now() / 1000))
  database.function('strftime', { varargs: true }, (format, ...of) => {
    if (format !== '%s' || of[0] !== 'now') throw new Error('The world has only the seconds of now')
    return String(Math.floor(now() / 1000))
  })
  database.function('random', () => Math.floor(random.next() * 2 ** 52))
  database.function('randomblob', (length) => {
    const bytes = new Uint8Array(Number(length))
    random.fill(bytes)
    return bytes
  })
}
