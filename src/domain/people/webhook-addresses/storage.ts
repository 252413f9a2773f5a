import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { WebhookAddress } from './address'

type AddressRow = Omit<WebhookAddress, 'may_mention_everyone'> & { may_mention_everyone: number }

const fromRow = (row: AddressRow): WebhookAddress => ({ ...row, may_mention_everyone: row.may_mention_everyone === 1 })

export function findAddressByHash(sql: SqlReader, secret_hash: string): WebhookAddress | undefined {
  const row = sql.maybe<AddressRow>`
    SELECT id, bot_id, stream_id, topic, may_mention_everyone, created_at
    FROM webhook_addresses WHERE secret_hash = ${secret_hash}`
  return row && fromRow(row)
}

/** Returns the addresses of a bot, the oldest first. */
export const addressesOf = (sql: SqlReader, bot_id: number): WebhookAddress[] =>
  sql.all<AddressRow>`
    SELECT id, bot_id, stream_id, topic, may_mention_everyone, created_at
    FROM webhook_addresses WHERE bot_id = ${bot_id} ORDER BY id`.map(fromRow)

/** Writes an address, and returns its id. */
export function insertAddress(
  sql: Sql,
  {
    bot_id,
    secret_hash,
    stream_id,
    topic,
    may_mention_everyone,
    created_at,
  }: Omit<WebhookAddress, 'id'> & { secret_hash: string },
): number {
  return sql.one<{ id: number }>`
    INSERT INTO webhook_addresses (bot_id, secret_hash, stream_id, topic, may_mention_everyone, created_at)
    VALUES (${bot_id}, ${secret_hash}, ${stream_id}, ${topic}, ${may_mention_everyone ? 1 : 0}, ${created_at})
    RETURNING id`.id
}

/** Deletes an address of a bot. Returns whether it existed. */
export function deleteAddress(sql: Sql, bot_id: number, id: number): boolean {
  const exists =
    sql.maybe`SELECT 1 AS found FROM webhook_addresses WHERE bot_id = ${bot_id} AND id = ${id}` !== undefined
  if (exists) sql.run`DELETE FROM webhook_addresses WHERE bot_id = ${bot_id} AND id = ${id}`
  return exists
}
