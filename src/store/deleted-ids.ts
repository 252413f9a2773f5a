import { findCounter, writeCounter } from './counters'
import type { Sql, SqlReader } from './realm-sql'

/**
 * The next id is one more than the id of the newest row, which needs no counter. If the newest row is deleted, its id is
 * stored here, so that no id is used twice.
 */
export const newestDeletedId = (sql: SqlReader, name: string): number => findCounter(sql, name) ?? 0

/** Stores the id of a deleted row, if it is the newest. */
export function writeNewestDeletedId(sql: Sql, name: string, id: number): void {
  if (id > newestDeletedId(sql, name)) writeCounter(sql, name, id)
}
