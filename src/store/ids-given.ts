import { maybeCounter, writeCounter } from './counters'
import type { Sql } from './realm-sql'

/**
 * Ids are counted by the newest row, which costs nothing. Where rows are deleted, the newest may be among them: what is
 * kept here is how far the counting had come, so that no id is ever given twice.
 */
export const newestGone = (sql: Sql, name: string): number => maybeCounter(sql, name) ?? 0

export function rememberGone(sql: Sql, name: string, id: number): void {
  if (id > newestGone(sql, name)) writeCounter(sql, name, id)
}
