import type { Sql } from '../../store/realm-sql'

export type GatewayRow = { number: number; region: string; version: number; stored_up_to: number }

/** Returns the gateways of the realm. They are few: one for thousands of queues. */
export const gatewayRows = (sql: Sql): GatewayRow[] =>
  sql.all<GatewayRow>`SELECT number, region, version, stored_up_to FROM gateways ORDER BY number`

export const insertGateway = (sql: Sql, { number, region, version, stored_up_to }: GatewayRow): void =>
  sql.run`INSERT INTO gateways (number, region, version, stored_up_to)
          VALUES (${number}, ${region}, ${version}, ${stored_up_to})`

export const writeVersion = (sql: Sql, number: number, version: number): void =>
  sql.run`UPDATE gateways SET version = ${version} WHERE number = ${number}`

export const writeStored = (sql: Sql, number: number, stored_up_to: number): void =>
  sql.run`UPDATE gateways SET stored_up_to = ${stored_up_to} WHERE number = ${number}`

export const deleteGateway = (sql: Sql, number: number): void => sql.run`DELETE FROM gateways WHERE number = ${number}`
