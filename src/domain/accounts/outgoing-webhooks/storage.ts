import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Delivery } from './delivery'

export const insertDelivery = (
  sql: Sql,
  { bot_id, message_id, trigger, due_at }: Omit<Delivery, 'id' | 'attempts'>,
): void =>
  sql.run`INSERT INTO webhook_deliveries (bot_id, message_id, trigger, attempts, due_at)
          VALUES (${bot_id}, ${message_id}, ${trigger}, 0, ${due_at})`

/**
 * Returns deliveries that are due, at most `count`: only the earliest of each bot that is not `busy`. A program keeps a state between
 * messages, so it receives each after it has answered the one before. Bots with the fewest deliveries come first: a slow one with many
 * delays no other.
 */
export const dueDeliveries = (sql: SqlReader, now: number, count: number, busy: ReadonlySet<number>): Delivery[] =>
  sql.all<Delivery>`
    SELECT delivery.* FROM webhook_deliveries AS delivery
    JOIN (SELECT min(id) AS id, count(*) AS waiting FROM webhook_deliveries
          WHERE due_at <= ${now} AND bot_id NOT IN (SELECT value FROM json_each(${[...busy]})) GROUP BY bot_id)
      USING (id)
    ORDER BY waiting, id LIMIT ${count}`

/** Returns when the next delivery of a bot that is not busy is due; undefined if there is none. */
export const nextDeliveryTime = (sql: SqlReader, busy: ReadonlySet<number>): number | undefined =>
  sql.one<{ at: number | null }>`
    SELECT min(due_at) AS at FROM webhook_deliveries
    WHERE bot_id NOT IN (SELECT value FROM json_each(${[...busy]}))`.at ?? undefined

export const writeDelivery = (sql: Sql, { id, attempts, due_at }: Delivery): void =>
  sql.run`UPDATE webhook_deliveries SET attempts = ${attempts}, due_at = ${due_at} WHERE id = ${id}`

export const deleteDelivery = (sql: Sql, { id }: Delivery): void =>
  sql.run`DELETE FROM webhook_deliveries WHERE id = ${id}`

/** Returns the id of the last message that was looked through for deliveries. */
export const deliveryPosition = (sql: SqlReader): number =>
  sql.maybe<{ message_id: number }>`SELECT message_id FROM webhook_delivery_position`?.message_id ?? 0

export const insertOrMoveDeliveryPosition = (sql: Sql, message_id: number): void =>
  sql.run`INSERT INTO webhook_delivery_position (singleton, message_id) VALUES (1, ${message_id})
          ON CONFLICT (singleton) DO UPDATE SET message_id = excluded.message_id`

export const moveDeliveryPosition = (sql: Sql, message_id: number): void =>
  sql.run`UPDATE webhook_delivery_position SET message_id = ${message_id}`
