import type { Sql } from './realm-sql'

/** How far the realm has come in something, under a name of its own. One row each; the column is named after the first of them. */
export const findCounter = (sql: Sql, name: string): number | undefined =>
  sql.maybe<{ reserved: number }>`SELECT reserved FROM counters WHERE name = ${name}`?.reserved

export const writeCounter = (sql: Sql, name: string, reserved: number): void =>
  sql.run`INSERT INTO counters (name, reserved) VALUES (${name}, ${reserved})
          ON CONFLICT (name) DO UPDATE SET reserved = excluded.reserved`
