import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Random } from '../random.ts'
import type { Handle, Scheduler } from '../scheduler.ts'
import { checkStatement } from './limits.ts'
import type { Durability } from './gated-host.ts'
import { bytesOf, openFile, seedFunctions, Sqlite, type Rows } from './sql.ts'

type Parts = { scheduler: Scheduler; random: Random; failsWrite: () => boolean }

/** How long the platform needs until three of five machines have the writes of a turn, in milliseconds. */
const COMMIT_MILLISECONDS = [0.2, 8] as const

/**
 * What one object stores. The writes of all turns until the next commit become durable together. A crash before it loses them, and
 * with them everything that waited at the output gate: what is durable is always the state after some turn.
 * https://blog.cloudflare.com/sqlite-in-durable-objects/ (2024)
 */
export class StoredObject implements Durability {
  database = new DatabaseSync(':memory:')
  sqlite: Sqlite
  onCommit: () => void = () => undefined
  #commit: Handle | undefined
  #savepoints = 0
  #alarm: number | null | undefined
  #isOfServer = false
  #waiting: (() => void)[] = []
  /** The state with which the next instance begins. */
  #restored: Image | undefined
  readonly #images: Image[] = []

  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
    this.sqlite = this.#open()
  }

  #open(): Sqlite {
    seedFunctions(this.database, () => this.parts.scheduler.now, this.parts.random)
    this.database.exec('CREATE TABLE _cf_alarm (id INTEGER PRIMARY KEY, at INTEGER)')
    return new Sqlite(this.database, () => this.#beforeWrite())
  }

  /** Continues with what a file has. It belongs to this object from now on. */
  open(file: string, alarm: number): void {
    this.database.close()
    this.database = openFile(file)
    this.sqlite = this.#open()
    this.alarm = alarm
    this.commitNow()
  }

  get isDirty(): boolean {
    return this.#commit !== undefined
  }

  whenDurable(act: () => void): void {
    this.#waiting.push(act)
  }

  /** Runs a statement of the server. A write may fail, as when the disk is full: https://www.sqlite.org/rescode.html#full */
  exec(text: string, values: readonly SQLInputValue[]): Rows {
    this.#isOfServer = true
    try {
      return this.sqlite.run(text, values)
    } finally {
      this.#isOfServer = false
    }
  }

  /** The commit happens between two turns, so it has whole turns. */
  #beforeWrite(): void {
    if (this.#isOfServer && this.parts.failsWrite()) throw new Error('database or disk is full: SQLITE_FULL')
    if (this.#commit) return
    this.sqlite.control('BEGIN')
    const { scheduler, random } = this.parts
    this.#commit = scheduler.after(random.between(...COMMIT_MILLISECONDS), () => this.commitNow())
  }

  commitNow(): void {
    if (this.#commit === undefined) return
    this.sqlite.control('COMMIT')
    this.#commit.cancel()
    this.#commit = undefined
    this.onCommit()
    const waiting = this.#waiting
    this.#waiting = []
    for (const act of waiting) act()
  }

  lose(): void {
    if (this.#commit) this.sqlite.control('ROLLBACK')
    this.#alarm = undefined
    this.#commit?.cancel()
    this.#commit = undefined
    this.#waiting = []
  }

  transaction<Result>(change: () => Result): Result {
    this.#beforeWrite()
    const name = `s${this.#savepoints++}`
    this.sqlite.control(`SAVEPOINT ${name}`)
    try {
      const result = change()
      this.sqlite.control(`RELEASE ${name}`)
      return result
    } catch (error) {
      this.#alarm = undefined
      this.sqlite.control(`ROLLBACK TO ${name}`)
      this.sqlite.control(`RELEASE ${name}`)
      throw error
    } finally {
      this.#savepoints--
    }
  }

  /** It is read after each commit, so it is also kept in memory, until a change is taken back. */
  get alarm(): number | null {
    if (this.#alarm === undefined) {
      const at = this.sqlite.run('SELECT at FROM _cf_alarm', []).rows[0]?.[0]
      this.#alarm = typeof at === 'number' ? at : null
    }
    return this.#alarm
  }

  set alarm(at: number | null) {
    if (at === this.alarm) return
    if (at === null) this.sqlite.run('DELETE FROM _cf_alarm', [])
    else this.sqlite.run('INSERT OR REPLACE INTO _cf_alarm (id, at) VALUES (1, ?)', [at])
    this.#alarm = at
  }

  deleteAll(): void {
    this.commitNow()
    this.database.close()
    this.database = new DatabaseSync(':memory:')
    this.sqlite = this.#open()
    this.#alarm = undefined
  }

  /** Remembers the present state, for a restore. Returns its bookmark. */
  remember(): string {
    this.commitNow()
    this.#images.push(imageOf(this))
    return bookmarkOf(this.#images.length - 1)
  }

  bookmarkAt(milliseconds: number): string {
    const at = this.#images.findLastIndex(({ time }) => time <= milliseconds)
    if (at < 0) throw new Error('The history of the object does not go back to this time')
    return bookmarkOf(at)
  }

  restoreAtNextStart(bookmark: string): string {
    const present = this.remember()
    this.#restored = this.#images[Number(bookmark)]
    if (this.#restored === undefined) throw new Error(`There is no bookmark ${bookmark}`)
    return present
  }

  /** Called before an instance starts. */
  prepareStart(): void {
    const image = this.#restored
    this.#restored = undefined
    if (image === undefined) return
    this.deleteAll()
    this.database.exec('DROP TABLE _cf_alarm')
    this.database.exec(image.schema)
    for (const { name, columns, rows } of image.tables) {
      // Nothing says that the alarm of the moment is set again.
      if (name === '_cf_alarm' && this.parts.random.chance(0.5)) continue
      const statement = this.database.prepare(
        `INSERT INTO "${name}" (${columns}) VALUES (${columns.replaceAll(/[^,]+/g, '?')})`,
      )
      for (const row of rows) statement.run(...row)
    }
  }
}

type Image = { time: number; schema: string; tables: { name: string; columns: string; rows: SQLInputValue[][] }[] }

const bookmarkOf = (at: number) => String(at).padStart(8, '0')

/** Returns all rows of all tables. Tables that SQLite makes itself come with their owners. */
function imageOf({ sqlite, parts }: StoredObject): Image {
  const parts_ = sqlite.run(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid`, []).rows
  const created = parts_.map(([type, name, sql]) => ({ type: String(type), name: String(name), sql: String(sql) }))
  const own = created.filter(({ name }) => !name.startsWith('sqlite_'))
  const tables = created
    .filter(({ type }) => type === 'table')
    .map(({ name }) => {
      const { columns, rows } = sqlite.run(`SELECT * FROM "${name}"`, [])
      return {
        name,
        columns: columns.map((column) => `"${column}"`).join(','),
        rows: rows.map((row) => row.map(inputOf)),
      }
    })
  return { time: parts.scheduler.now, schema: own.map(({ sql }) => `${sql};`).join('\n'), tables }
}

function inputOf(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return bytesOf(value)
  throw new TypeError(`SQLite has no value for ${typeof value}`)
}

/** `ctx.storage.sql`. Values of bytes are `ArrayBuffer`. Boolean values become text, as the platform does it. */
export function sqlOf(stored: StoredObject) {
  return {
    exec: (text: string, ...values: unknown[]) => {
      checkStatement(text, values)
      return cursorOf(stored.exec(text, values.map(inputOf)))
    },
    get databaseSize() {
      return sizeOf(stored.sqlite)
    },
  }
}

export function sizeOf(sqlite: Sqlite): number {
  const [pages, size] = [sqlite.run('PRAGMA page_count', []), sqlite.run('PRAGMA page_size', [])]
  return Number(pages.rows[0]?.[0]) * Number(size.rows[0]?.[0])
}

function cursorOf({ columns, rows, changes }: Rows) {
  const raw = rows.map((row) => row.map((value) => (value instanceof Uint8Array ? value.slice().buffer : value)))
  const toArray = () => raw.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
  return {
    columnNames: columns,
    rowsRead: rows.length,
    rowsWritten: changes,
    raw: () => raw.values(),
    toArray,
    one: () => toArray()[0],
    [Symbol.iterator]: () => toArray().values(),
  }
}
