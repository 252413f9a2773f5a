import type { Sql, SqlReader } from './realm-sql'

/** Returns a named counter of the realm, such as the last id of a kind, or undefined if it was never written. */
export const findCounter = (sql: SqlReader, name: string): number | undefined =>
  sql.maybe<{ value: number }>`SELECT value FROM counters WHERE name = ${name}`?.value

/** Writes a named counter. */
export const writeCounter = (sql: Sql, name: string, value: number): void =>
  sql.run`INSERT INTO counters (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`
