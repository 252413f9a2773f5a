import { findCounter, writeCounter } from './counters'
import type { Sql } from './realm-sql'

/**
 * Ids are counted by the newest row, which costs nothing. Where rows are deleted, the newest may be among them: what is
 * kept here is how far the counting had come, so that no id is ever given twice.
 */
export const newestDeletedId = (sql: Sql, name: string): number => findCounter(sql, name) ?? 0

export function writeNewestDeletedId(sql: Sql, name: string, id: number): void {
  if (id > newestDeletedId(sql, name)) writeCounter(sql, name, id)
}
