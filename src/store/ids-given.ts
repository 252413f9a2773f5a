import type { Sql } from './realm-sql'

/**
 * Ids are counted by the newest row, which costs nothing. Where rows are deleted, the newest may be among them: what is
 * kept here is how far the counting had come, so that no id is ever given twice.
 */
export const newestGone = (sql: Sql, name: string): number =>
  sql.maybe<{ reserved: number }>`SELECT reserved FROM counters WHERE name = ${name}`?.reserved ?? 0

export function rememberGone(sql: Sql, name: string, id: number): void {
  sql.run`INSERT INTO counters (name, reserved) VALUES (${name}, ${id})
          ON CONFLICT (name) DO UPDATE SET reserved = max(reserved, excluded.reserved)`
}
