import type { SqlReader, Sql } from '../../../store/realm-sql'
import { emailKey } from '../../people/users/storage'
import type { Confirmation, ConfirmationKind } from './confirmation'

type ConfirmationRow = Omit<Confirmation, 'id'> & { secret_hash: string; expires_at: number }

export function insertConfirmation(sql: Sql, row: ConfirmationRow): void {
  const { kind, email, user_id, invitation_id, secret_hash, expires_at } = row
  sql.run`INSERT INTO confirmations (kind, email, email_key, user_id, invitation_id, secret_hash, expires_at)
          VALUES (${kind}, ${email}, ${emailKey(email)}, ${user_id}, ${invitation_id}, ${secret_hash}, ${expires_at})`
}

type Query = { kind: ConfirmationKind; secret_hash: string; now: number }

export const findConfirmationByHash = (sql: SqlReader, { kind, secret_hash, now }: Query): Confirmation | undefined =>
  sql.maybe<Confirmation>`
    SELECT id, kind, email, user_id, invitation_id FROM confirmations
    WHERE secret_hash = ${secret_hash} AND kind = ${kind} AND expires_at > ${now}`

export const deleteConfirmationsOfEmail = (sql: Sql, kind: ConfirmationKind, email: string): void =>
  sql.run`DELETE FROM confirmations WHERE kind = ${kind} AND email_key = ${emailKey(email)}`

export const deleteConfirmationsOfUser = (sql: Sql, kind: ConfirmationKind, user_id: number): void =>
  sql.run`DELETE FROM confirmations WHERE kind = ${kind} AND user_id = ${user_id}`

export const deleteExpiredConfirmations = (sql: Sql, now: number): void =>
  sql.run`DELETE FROM confirmations WHERE expires_at <= ${now}`

/** Returns the times of the recent requests that count for a subject, the earliest first. */
export const emailRequestTimes = (sql: SqlReader, subject: string): number[] =>
  sql.all<{
    requested_at: number
  }>`SELECT requested_at FROM requested_emails WHERE subject = ${subject} ORDER BY requested_at`.map(
    ({ requested_at }) => requested_at,
  )

export const insertEmailRequest = (sql: Sql, subject: string, requested_at: number): void =>
  sql.run`INSERT INTO requested_emails (subject, requested_at) VALUES (${subject}, ${requested_at})`

export const deleteEmailRequestsUntil = (sql: Sql, time: number): void =>
  sql.run`DELETE FROM requested_emails WHERE requested_at <= ${time}`
