import type { Sql } from './realm-sql'

/**
 * Returns a named counter of the realm: the last id, or how far some work has come. Each is one row. The column has the name of
 * the first use.
 */
export const findCounter = (sql: Sql, name: string): number | undefined =>
  sql.maybe<{ reserved: number }>`SELECT reserved FROM counters WHERE name = ${name}`?.reserved

/** Writes a named counter. */
export const writeCounter = (sql: Sql, name: string, reserved: number): void =>
  sql.run`INSERT INTO counters (name, reserved) VALUES (${name}, ${reserved})
          ON CONFLICT (name) DO UPDATE SET reserved = excluded.reserved`
