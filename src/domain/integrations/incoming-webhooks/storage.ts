import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { Arrival, NewArrival } from './arrival'

const ARRIVALS_PER_BOT = 20

type ArrivalRow = Omit<Arrival, 'is_whole' | 'body'> & { is_whole: number; body: ArrayBuffer }

const fromRow = ({ is_whole, body, ...row }: ArrivalRow): Arrival => ({
  ...row,
  body: new Uint8Array(body),
  is_whole: is_whole === 1,
})

/** Writes a delivery, and deletes the oldest one if the bot has too many. */
export function insertArrival(sql: Sql, arrival: NewArrival): void {
  const { bot_id, service, event, arrived_at, outcome, error, query, headers, body, is_whole } = arrival
  sql.run`
    INSERT INTO webhook_arrivals (bot_id, service, event, arrived_at, outcome, error, query, headers, body, is_whole)
    VALUES (${bot_id}, ${service}, ${event}, ${arrived_at}, ${outcome}, ${error}, ${query}, ${headers}, ${body},
            ${is_whole ? 1 : 0})`
  sql.run`
    DELETE FROM webhook_arrivals WHERE bot_id = ${bot_id} AND id <= coalesce(
      (SELECT id FROM webhook_arrivals WHERE bot_id = ${bot_id} ORDER BY id DESC LIMIT 1 OFFSET ${ARRIVALS_PER_BOT}), 0)`
}

/** Returns the last deliveries of a bot, the newest first. */
export const arrivalsOf = (sql: SqlReader, bot_id: number): Arrival[] =>
  sql.all<ArrivalRow>`
    SELECT id, bot_id, service, event, arrived_at, outcome, error, query, headers, body, is_whole
    FROM webhook_arrivals WHERE bot_id = ${bot_id} ORDER BY id DESC LIMIT ${ARRIVALS_PER_BOT}`.map(fromRow)

export function findArrival(sql: SqlReader, bot_id: number, id: number): Arrival | undefined {
  const row = sql.maybe<ArrivalRow>`
    SELECT id, bot_id, service, event, arrived_at, outcome, error, query, headers, body, is_whole
    FROM webhook_arrivals WHERE bot_id = ${bot_id} AND id = ${id}`
  return row && fromRow(row)
}

/** Returns whether the bot accepted a delivery with this key a short time ago. */
export const isRepeated = (sql: SqlReader, bot_id: number, key: string, now: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM webhook_repeats
            WHERE bot_id = ${bot_id} AND delivery_key = ${key} AND expires_at > ${now}` !== undefined

/** Remembers a delivery, and forgets those whose time is over. */
export function rememberDelivery(sql: Sql, bot_id: number, key: string, times: { now: number; until: number }): void {
  sql.run`DELETE FROM webhook_repeats WHERE expires_at <= ${times.now}`
  sql.run`INSERT INTO webhook_repeats (bot_id, delivery_key, expires_at) VALUES (${bot_id}, ${key}, ${times.until})
          ON CONFLICT (bot_id, delivery_key) DO UPDATE SET expires_at = excluded.expires_at`
}

/** Returns when the owner was last notified of a failure of this bot; 0 if never. */
export const lastNotice = (sql: SqlReader, bot_id: number): number =>
  sql.maybe<{ notified_at: number }>`SELECT notified_at FROM webhook_notices WHERE bot_id = ${bot_id}`?.notified_at ?? 0

export const writeNotice = (sql: Sql, bot_id: number, now: number): void =>
  sql.run`INSERT INTO webhook_notices (bot_id, notified_at) VALUES (${bot_id}, ${now})
          ON CONFLICT (bot_id) DO UPDATE SET notified_at = excluded.notified_at`
