import type { Sql, SqlReader } from '../../../store/realm-sql'

/** Returns when the realm will be erased, or undefined. */
export const eraseAt = (sql: SqlReader): number | undefined =>
  sql.maybe<{ erase_at: number }>`SELECT erase_at FROM realm_erasure`?.erase_at

export const writeEraseAt = (sql: Sql, erase_at: number): void =>
  sql.run`INSERT OR REPLACE INTO realm_erasure (singleton, erase_at) VALUES (1, ${erase_at})`

export const cancelErasure = (sql: Sql): void => sql.run`DELETE FROM realm_erasure`
