import type { Sql } from './realm-sql'

/** The SQL of one owner of tables: a concept, or a part of the machinery. */
export type Migrations = { owner: string; steps: readonly string[] }

/**
 * Brings a realm's SQLite up to date when the realm wakes. Each owner's list is append-only: the realm stores each step that
 * it ran. So a step that was changed or removed is found before anything is built on the difference.
 */
export function migrate(sql: Sql, storage: DurableObjectStorage, all: readonly Migrations[]): void {
  storage.transactionSync(() => {
    sql.run`CREATE TABLE IF NOT EXISTS migrations (
              owner TEXT NOT NULL, step INTEGER NOT NULL, sql TEXT NOT NULL, PRIMARY KEY (owner, step)
            ) STRICT, WITHOUT ROWID`
    const applied = Map.groupBy(
      sql.all<{ owner: string; sql: string }>`SELECT owner, sql FROM migrations ORDER BY owner, step`,
      ({ owner }) => owner,
    )
    const owners = new Set(all.map(({ owner }) => owner))
    for (const owner of applied.keys())
      if (!owners.has(owner)) throw new Error(`Nothing declares the tables of ${owner}`)
    for (const { owner, steps } of all) {
      const past = applied.get(owner) ?? []
      past.forEach((step, index) => {
        if (steps[index] !== step.sql)
          throw new Error(`Step ${index + 1} of ${owner} was changed after this realm ran it: the list is append-only`)
      })
      steps.slice(past.length).forEach((step, index) => {
        storage.sql.exec(step)
        sql.run`INSERT INTO migrations (owner, step, sql) VALUES (${owner}, ${past.length + index + 1}, ${step})`
      })
    }
  })
}

/** Returns whether the realm was created. Looking must not create tables. */
export const hasTables = (sql: Sql): boolean =>
  sql.maybe`SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migrations'` !== undefined
