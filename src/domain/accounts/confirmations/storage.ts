import type { Sql } from '../../../store/realm-sql'
import { emailKey } from '../../people/users/storage'
import type { Confirmation, ConfirmationKind } from './confirmation'

export type NewConfirmation = Omit<Confirmation, 'id'> & { secret_hash: string; expires_at: number }

export function insertConfirmation(sql: Sql, wanted: NewConfirmation): void {
  const { kind, email, user_id, invitation_id, secret_hash, expires_at } = wanted
  sql.run`INSERT INTO confirmations (kind, email, email_key, user_id, invitation_id, secret_hash, expires_at)
          VALUES (${kind}, ${email}, ${emailKey(email)}, ${user_id}, ${invitation_id}, ${secret_hash}, ${expires_at})`
}

export const maybeConfirmation = (
  sql: Sql,
  kind: ConfirmationKind,
  secret_hash: string,
  now: number,
): Confirmation | undefined =>
  sql.maybe<Confirmation>`
    SELECT id, kind, email, user_id, invitation_id FROM confirmations
    WHERE secret_hash = ${secret_hash} AND kind = ${kind} AND expires_at > ${now}`

export const deleteByEmail = (sql: Sql, kind: ConfirmationKind, email: string): void =>
  sql.run`DELETE FROM confirmations WHERE kind = ${kind} AND email_key = ${emailKey(email)}`

export const deleteByUser = (sql: Sql, kind: ConfirmationKind, user_id: number): void =>
  sql.run`DELETE FROM confirmations WHERE kind = ${kind} AND user_id = ${user_id}`

export const deleteExpired = (sql: Sql, now: number): void =>
  sql.run`DELETE FROM confirmations WHERE expires_at <= ${now}`

/** When letters were last asked for, by somebody or for somebody. */
export const timesAsked = (sql: Sql, who: string): number[] =>
  sql.all<{
    asked_at: number
  }>`SELECT asked_at FROM letters_asked_for WHERE who = ${who} ORDER BY asked_at`.map(({ asked_at }) => asked_at)

export const forgetAsked = (sql: Sql, before: number): void =>
  sql.run`DELETE FROM letters_asked_for WHERE asked_at <= ${before}`

export const insertAsked = (sql: Sql, who: string, asked_at: number): void =>
  sql.run`INSERT INTO letters_asked_for (who, asked_at) VALUES (${who}, ${asked_at})`
