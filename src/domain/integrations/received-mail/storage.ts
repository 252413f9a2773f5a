import type { Sql, SqlReader } from '../../../store/realm-sql'

type ReceivedEmail = { email_hash: string; address: string; received_at: number; expires_at: number }

/** Remembers an email, and forgets each email whose time is over. */
export function rememberEmail(sql: Sql, { email_hash, address, received_at, expires_at }: ReceivedEmail): void {
  sql.run`DELETE FROM received_emails WHERE expires_at <= ${received_at}`
  sql.run`INSERT INTO received_emails (email_hash, address, received_at, expires_at)
          VALUES (${email_hash}, ${address}, ${received_at}, ${expires_at})
          ON CONFLICT (email_hash) DO NOTHING`
}

export const wasReceived = (sql: SqlReader, email_hash: string): boolean =>
  sql.maybe`SELECT 1 AS found FROM received_emails WHERE email_hash = ${email_hash}` !== undefined

/** Returns when the last emails came, the oldest first. */
export const receivedTimes = (sql: SqlReader, since: number, most: number): number[] =>
  sql.all<{ received_at: number }>`
    SELECT received_at FROM received_emails WHERE received_at > ${since} ORDER BY received_at DESC LIMIT ${most}`
    .map(({ received_at }) => received_at)
    .reverse()

/** Returns when the last emails to one address came, the oldest first. */
export const receivedTimesAt = (sql: SqlReader, address: string, since: number, most: number): number[] =>
  sql.all<{ received_at: number }>`
    SELECT received_at FROM received_emails WHERE address = ${address} AND received_at > ${since}
    ORDER BY received_at DESC LIMIT ${most}`
    .map(({ received_at }) => received_at)
    .reverse()
