import type { SqlReader, Sql } from '../../../store/realm-sql'

/** Returns the times of the failed attempts that count for `key`, in ascending order. */
export const failuresOf = (sql: SqlReader, key: string): number[] =>
  sql.all<{ failed_at: number }>`SELECT failed_at FROM login_failures WHERE key = ${key} ORDER BY failed_at`.map(
    ({ failed_at }) => failed_at,
  )

export const insertFailure = (sql: Sql, key: string, now: number): void =>
  sql.run`INSERT INTO login_failures (key, failed_at, sequence)
          VALUES (${key}, ${now}, (SELECT count(*) FROM login_failures WHERE key = ${key} AND failed_at = ${now}))`

export const deleteFailures = (sql: Sql, [first, second]: readonly [string, string]): void =>
  sql.run`DELETE FROM login_failures WHERE key IN (${first}, ${second})`

export const deleteNewestFailure = (sql: Sql, key: string): void =>
  sql.run`
    DELETE FROM login_failures WHERE (key, failed_at, sequence) IN (
      SELECT key, failed_at, sequence FROM login_failures WHERE key = ${key} ORDER BY failed_at DESC, sequence DESC LIMIT 1)`

/** Deletes the failures up to a time, of all keys: a client may never use an invented user name again. */
export const deleteFailuresUntil = (sql: Sql, time: number): void =>
  sql.run`DELETE FROM login_failures WHERE failed_at <= ${time}`
