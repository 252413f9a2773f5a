import type { Sql, SqlReader } from '../../../store/realm-sql'

// `accounts/deactivation` declares the table. Earlier concepts ask for it, too.

export const isErased = (sql: SqlReader, user_id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM erased_users WHERE user_id = ${user_id}` !== undefined

export const erasedUserIds = (sql: SqlReader): Set<number> =>
  new Set(sql.all<{ user_id: number }>`SELECT user_id FROM erased_users`.map(({ user_id }) => user_id))

export const insertErased = (sql: Sql, user_id: number, erased_at: number): void =>
  sql.run`INSERT OR IGNORE INTO erased_users (user_id, erased_at) VALUES (${user_id}, ${erased_at})`
