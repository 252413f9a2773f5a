import { createHash } from 'node:crypto'
import type { Sql } from './realm-sql'
import { statementsOf } from './sql-tokens'

/** The SQL of one owner of tables: a concept, or a part of the machinery. */
export type Migrations = { owner: string; steps: readonly string[] }

/** The tables were made by a version that does not fit this one. Nothing was changed. The message is a sentence for the operator. */
export class UnfitTables extends Error {}

/**
 * Brings the SQLite of an object up to date when it wakes. Each owner's list is append-only: the object stores each step that
 * it ran. Throws `UnfitTables` if another version ran other steps, before anything is built on the difference. Steps are
 * compared by their statements, because a comment changes nothing. The object also stores the digest of the lists that it
 * finished, so that it reads its steps only when it first wakes with other lists.
 */
export function migrate(sql: Sql, storage: DurableObjectStorage, all: readonly Migrations[]): void {
  const digest = digestOf(all)
  storage.transactionSync(() => {
    sql.run`CREATE TABLE IF NOT EXISTS finished_migrations (digest TEXT NOT NULL) STRICT`
    if (sql.maybe<{ digest: string }>`SELECT digest FROM finished_migrations`?.digest === digest) return
    sql.run`CREATE TABLE IF NOT EXISTS migrations (
              owner TEXT NOT NULL, step INTEGER NOT NULL, sql TEXT NOT NULL, PRIMARY KEY (owner, step)
            ) STRICT, WITHOUT ROWID`
    const applied = appliedSteps(sql)
    requireFit(applied, new Map(all.map(({ owner, steps }) => [owner, steps])))
    for (const { owner, steps } of all) {
      const past = applied.get(owner)?.length ?? 0
      steps.slice(past).forEach((step, index) => {
        storage.sql.exec(step)
        sql.run`INSERT INTO migrations (owner, step, sql) VALUES (${owner}, ${past + index + 1}, ${step})`
      })
    }
    // Also a release that knows nothing of the digest removes it when it adds a step.
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      storage.sql.exec(`CREATE TRIGGER IF NOT EXISTS forget_finished_after_${change} AFTER ${change} ON migrations
                        BEGIN DELETE FROM finished_migrations; END`)
    sql.run`DELETE FROM finished_migrations`
    sql.run`INSERT INTO finished_migrations (digest) VALUES (${digest})`
  })
}

const digests = new WeakMap<readonly Migrations[], string>()

/** Returns the digest of the lists of this version, which is computed once for all objects of a process. */
function digestOf(all: readonly Migrations[]): string {
  let digest = digests.get(all)
  if (digest === undefined) {
    digest = createHash('sha256').update(JSON.stringify(all)).digest('hex')
    digests.set(all, digest)
  }
  return digest
}

type Step = { owner: string; sql: string }

function appliedSteps(sql: Sql): Map<string, Step[]> {
  const columns = sql.all<{ name: string }>`SELECT name FROM pragma_table_info('migrations')`.map(({ name }) => name)
  // Early development versions stored the steps without an owner.
  if (!['owner', 'step', 'sql'].every((name) => columns.includes(name))) throw madeBeforeFirstRelease()
  return Map.groupBy(sql.all<Step>`SELECT owner, sql FROM migrations ORDER BY owner, step`, ({ owner }) => owner)
}

/** A changed step decides first: a newer release has all steps of this one. */
function requireFit(applied: ReadonlyMap<string, Step[]>, listed: ReadonlyMap<string, readonly string[]>): void {
  for (const [owner, past] of applied)
    for (const [index, step] of (listed.get(owner) ?? []).entries())
      if (past[index] !== undefined && !isSame(past[index].sql, step)) throw madeBeforeFirstRelease()
  for (const [owner, past] of applied) {
    const number = (listed.get(owner)?.length ?? 0) + 1
    if (past.length >= number) throw madeByNewerRelease(`step ${number} of ${owner}`)
  }
}

const isSame = (one: string, other: string) => one === other || statementsOf(one) === statementsOf(other)

const madeByNewerRelease = (step: string) =>
  new UnfitTables(
    `A newer release of Parley changed its tables: ${step} is not listed here. Deploy that release, or a newer one.`,
  )

const madeBeforeFirstRelease = () =>
  new UnfitTables('A development version before release 0.1.0 made its tables. No release reads them.')

/** Returns whether the realm was created. Looking must not create tables, and `sqlite_master` has a row for each table and index. */
export const hasTables = (sql: Sql): boolean =>
  sql.maybe`SELECT 1 AS found FROM pragma_table_info('migrations') LIMIT 1` !== undefined
