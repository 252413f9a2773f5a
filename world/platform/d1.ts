import { copyFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Random } from '../random.ts'
import type { Host } from './host.ts'
import { checkStatement } from './limits.ts'
import { cross, type Network } from './network.ts'
import { bytesOf, openFile, seedFunctions, Sqlite } from './sql.ts'
import { sizeOf } from './storage.ts'

type Statement = { text: string; values: readonly SQLInputValue[] }
type Result = {
  results: object[]
  success: true
  meta: { size_after: number; rows_read: number; rows_written: number; changes: number }
}

/** Replicas are behind by up to so many milliseconds. */
const LAG_MILLISECONDS = [50, 4000] as const

/**
 * A D1 database: one writer, and replicas that follow it. A session that continues after a bookmark is never answered by a replica
 * that lacks this state. https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export class Database {
  #primary: Sqlite
  #replica: Sqlite
  /** The names of its migrations. */
  #migrations = new Set<string>()
  /** The number of writes that each of them has. */
  #state = 0
  #replicaState = 0
  #open = false
  /** Why it answers no call at the moment, and when it began to answer again. */
  absence: string | undefined
  backAt = 0
  /** For up to so many milliseconds, each call waits before it runs. So calls run in another order. */
  slowness = 0
  /** It refuses writes whose values have this text. */
  refusal: { text: string; reason: string } | undefined

  readonly name: string
  readonly place: string
  readonly parts: Network & { seeded: (name: string) => Random }

  constructor(name: string, place: string, parts: Network & { seeded: (name: string) => Random }) {
    this.name = name
    this.place = place
    this.parts = parts
    this.#primary = this.#newDatabase('primary')
    this.#replica = this.#newDatabase('replica')
  }

  #newDatabase(name: string, database = new DatabaseSync(':memory:')): Sqlite {
    seedFunctions(database, () => this.parts.scheduler.now, this.parts.seeded(`${this.name} ${name}`))
    return new Sqlite(database, () => undefined)
  }

  close(): void {
    for (const { database } of [this.#primary, this.#replica]) database.close()
  }

  /** Continues with what a file has. It belongs to this database from now on. */
  open(file: string): void {
    this.close()
    const copy = `${file}-replica`
    copyFileSync(file, copy)
    this.#primary = this.#newDatabase('primary', openFile(file))
    this.#replica = this.#newDatabase('replica', openFile(copy))
    this.#migrations = new Set(this.rows('SELECT name FROM d1_migrations').map(({ name }) => String(name)))
  }

  migrate(name: string, text: string): void {
    if (this.#migrations.has(name)) return
    this.#migrations.add(name)
    for (const { database } of [this.#primary, this.#replica]) database.exec(text)
  }

  /** For the checks of the world. */
  rows(text: string): Record<string, unknown>[] {
    return resultOf(this.#primary, { text, values: [] }).results.map((row) => ({ ...row }))
  }

  /** Runs statements, all or none. */
  run(statements: readonly Statement[], bookmark: string | undefined): { results: Result[]; state: string } {
    if (this.absence !== undefined) throw new Error(`D1_ERROR: ${this.absence}`)
    if (statements.some((statement) => this.#isRefused(statement)))
      throw new Error(`D1_ERROR: The world refuses this value: ${this.refusal?.reason}`)
    if (statements.every(({ text }) => isRead(text)) && this.#mayReplicaAnswer(bookmark))
      return {
        results: statements.map((statement) => resultOf(this.#replica, statement)),
        state: stateName(this.#replicaState),
      }
    const results = inTransaction(this.#primary, statements)
    if (!statements.every(({ text }) => isRead(text))) this.#replicate(statements)
    return { results, state: stateName(this.#state) }
  }

  #isRefused({ text, values }: Statement): boolean {
    const { refusal } = this
    return (
      refusal !== undefined &&
      !isRead(text) &&
      values.some((value) => typeof value === 'string' && value.includes(refusal.text))
    )
  }

  #mayReplicaAnswer(bookmark: string | undefined): boolean {
    if (bookmark === undefined || bookmark === 'first-primary') return false
    return bookmark === 'first-unconstrained' || bookmark <= stateName(this.#replicaState)
  }

  #replicate(statements: readonly Statement[]): void {
    const state = ++this.#state
    const { scheduler, random } = this.parts
    scheduler.after(this.#open ? random.between(...LAG_MILLISECONDS) : 0, () => {
      this.#pending.set(state, statements)
      for (
        let next = this.#pending.get(this.#replicaState + 1);
        next;
        next = this.#pending.get(this.#replicaState + 1)
      ) {
        this.#pending.delete(++this.#replicaState)
        inTransaction(this.#replica, next)
      }
    })
    this.#open = true
  }

  /** Writes that the replica has received, but not the ones before them. */
  readonly #pending = new Map<number, readonly Statement[]>()
}

const stateName = (state: number) => String(state).padStart(10, '0')
const isRead = (text: string) => /^\s*SELECT/i.test(text)

function inTransaction(sqlite: Sqlite, statements: readonly Statement[]): Result[] {
  sqlite.control('BEGIN')
  try {
    const results = statements.map((statement) => resultOf(sqlite, statement))
    sqlite.control('COMMIT')
    return results
  } catch (error) {
    sqlite.control('ROLLBACK')
    throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}: SQLITE_ERROR`, {
      cause: error,
    })
  }
}

function resultOf(sqlite: Sqlite, { text, values }: Statement): Result {
  const { columns, rows, changes } = sqlite.run(text, values)
  const results = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, valueOf(row[at])])))
  const meta = { size_after: sizeOf(sqlite), rows_read: rows.length, rows_written: changes, changes }
  return { results, success: true, meta }
}

const valueOf = (value: unknown) => (value instanceof Uint8Array ? [...value] : value)

/** Returns the binding of a database for one host. */
export function d1BindingOf(database: Database, network: Network, host: Host) {
  const send = (statements: readonly Statement[], session: { bookmark: string | undefined }) => {
    const answer = cross(network, host, {
      kind: 'd1',
      to: database.place,
      name: `D1 ${database.name}`,
      arrive: async () => {
        if (database.slowness > 0) await network.scheduler.wait(network.random.between(0, database.slowness))
        return database.run(statements, session.bookmark)
      },
    })
    network.watchD1?.(host, statements, answer)
    return answer.then(({ results, state }) => {
      if (session.bookmark !== undefined && !(session.bookmark > state)) session.bookmark = state
      return results
    })
  }
  const within = (bookmark?: string) => {
    const session = { bookmark }
    return {
      prepare: (text: string) => preparedFor(text, [], (statement) => send([statement], session)),
      batch: (statements: { own: Statement }[]) =>
        send(
          statements.map(({ own }) => own),
          session,
        ),
      getBookmark: () => (/^\d/.test(session.bookmark ?? '') ? session.bookmark : null),
    }
  }
  return { ...within(), withSession: (start = 'first-unconstrained') => within(start) }
}

function preparedFor(
  text: string,
  values: readonly SQLInputValue[],
  run: (statement: Statement) => Promise<Result[]>,
): object {
  const own = { text, values }
  const all = async () => (await run(own))[0]
  return {
    own,
    bind: (...bound: unknown[]) => {
      checkStatement(text, bound)
      return preparedFor(text, bound.map(d1ValueOf), run)
    },
    all,
    run: all,
    first: async () => (await all())?.results[0] ?? null,
  }
}

/** D1 binds no undefined, and boolean values as numbers. */
function d1ValueOf(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return bytesOf(value)
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported `)
}
