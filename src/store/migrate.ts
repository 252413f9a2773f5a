import type { Sql } from './realm-sql'

export type Migration = { name: string; sql: string }

/**
 * Brings a realm's SQLite up to date when it wakes. The list is append-only: what a realm once ran is stored whole,
 * so a migration that was changed, renamed or lost is noticed before anything is built on the difference.
 */
export function migrate(sql: Sql, storage: DurableObjectStorage, migrations: readonly Migration[]): void {
  storage.transactionSync(() => {
    sql.run`CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, sql TEXT NOT NULL) STRICT`
    const applied = sql.all<Migration>`SELECT name, sql FROM migrations ORDER BY number`
    applied.forEach((past, i) => {
      const now = migrations[i]
      if (now?.name !== past.name || now.sql !== past.sql)
        throw new Error(
          `Migration ${past.name} was changed or removed after this realm ran it: the list is append-only`,
        )
    })
    migrations.slice(applied.length).forEach((migration, i) => {
      storage.sql.exec(migration.sql)
      sql.run`INSERT INTO migrations (number, name, sql)
              VALUES (${applied.length + i + 1}, ${migration.name}, ${migration.sql})`
    })
  })
}

/** A realm that was never created has no tables, and looking must not make any. */
export const hasTables = (sql: Sql): boolean =>
  sql.maybe`SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migrations'` !== undefined
