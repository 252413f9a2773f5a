import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { TokenKind } from './rules'

/** What the bouncer is to do with a token that it can read, or with all those of a user. */
export type TokenChange = {
  change_id: number
  user_id: number
  op: 'add' | 'remove' | 'remove_all'
  token_kind: TokenKind | null
  token: string | null
  ios_app_id: string | null
  created_at: number
  due_at: number
  attempts: number
}

export type NewTokenChange = Omit<TokenChange, 'change_id' | 'due_at' | 'attempts'>

/** Queues a change. It replaces those of the same token, or all those of the user, that wait. */
export function queueTokenChange(sql: Sql, change: NewTokenChange): void {
  const { user_id, op, token_kind, token, ios_app_id, created_at } = change
  sql.run`DELETE FROM push_token_changes
          WHERE user_id = ${user_id} AND (${token} IS NULL OR (token_kind = ${token_kind} AND token = ${token}))`
  sql.run`INSERT INTO push_token_changes (user_id, op, token_kind, token, ios_app_id, created_at, due_at, attempts)
          VALUES (${user_id}, ${op}, ${token_kind}, ${token}, ${ios_app_id}, ${created_at}, ${created_at}, 0)`
}

/** Returns the changes that are due, the earliest first. */
export const dueTokenChanges = (sql: SqlReader, now: number, most: number): TokenChange[] =>
  sql.all<TokenChange>`
    SELECT change_id, user_id, op, token_kind, token, ios_app_id, created_at, due_at, attempts
    FROM push_token_changes WHERE due_at <= ${now} ORDER BY due_at, change_id LIMIT ${most}`

export const nextDueTokenChange = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM push_token_changes`.at ?? undefined

export const postponeTokenChange = (sql: Sql, { change_id, attempts }: TokenChange, due_at: number): void =>
  sql.run`UPDATE push_token_changes SET due_at = ${due_at}, attempts = ${attempts + 1} WHERE change_id = ${change_id}`

export const deleteTokenChange = (sql: Sql, change_id: number): void =>
  sql.run`DELETE FROM push_token_changes WHERE change_id = ${change_id}`
