import type { Sql, SqlReader } from '../../../store/realm-sql'

export type CountAddress = {
  id: number
  user_id: number
  /** The session that made the address, and with which it ends. */
  session_id: number
  /** The origin of the organization whose page keeps the address. */
  origin: string
  created_at: number
}

/** An account keeps so many. A further one replaces the oldest. */
export const COUNT_ADDRESSES_PER_ACCOUNT = 20

export const findCountAddress = (sql: SqlReader, secret_hash: string): CountAddress | undefined =>
  sql.maybe<CountAddress>`
    SELECT id, user_id, session_id, origin, created_at FROM count_addresses WHERE secret_hash = ${secret_hash}`

/** Returns the count addresses of a user, the oldest first. */
export const countAddressesOf = (sql: SqlReader, user_id: number): CountAddress[] =>
  sql.all<CountAddress>`
    SELECT id, user_id, session_id, origin, created_at FROM count_addresses WHERE user_id = ${user_id} ORDER BY id`

/** Writes the address of a session for an origin. It replaces the earlier one of both, and the oldest one above the limit. */
export function insertCountAddress(sql: Sql, address: Omit<CountAddress, 'id'> & { secret_hash: string }): void {
  const { user_id, session_id, origin, secret_hash, created_at } = address
  sql.run`DELETE FROM count_addresses WHERE session_id = ${session_id} AND origin = ${origin}`
  sql.run`
    DELETE FROM count_addresses WHERE id IN (
      SELECT id FROM count_addresses WHERE user_id = ${user_id}
      ORDER BY id DESC LIMIT -1 OFFSET ${COUNT_ADDRESSES_PER_ACCOUNT - 1})`
  sql.run`
    INSERT INTO count_addresses (user_id, session_id, origin, secret_hash, created_at)
    VALUES (${user_id}, ${session_id}, ${origin}, ${secret_hash}, ${created_at})`
}

export function deleteCountAddress(sql: Sql, user_id: number, id: number): void {
  sql.run`DELETE FROM count_addresses WHERE user_id = ${user_id} AND id = ${id}`
}

export function deleteCountAddressesOfSession(sql: Sql, session_id: number): void {
  sql.run`DELETE FROM count_addresses WHERE session_id = ${session_id}`
}
