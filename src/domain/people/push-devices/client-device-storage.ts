import type { Realm } from '../../../realm'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { TokenKind } from './rules'
import { usersWithDevicesCache } from './storage'

/** A client that its user registered as a device, and how it receives notifications. */
export type ClientDevice = {
  device_id: number
  user_id: number
  push_key_id: number | null
  token_kind: TokenKind | null
  push_token_id: string | null
  pending_push_token_id: string | null
  token_updated_at: number | null
  error_code: string | null
  bouncer_public_key: string | null
  encrypted_push_registration: string | null
  due_at: number | null
  attempts: number
}

const COLUMNS = sqlText`
  device_id, user_id, push_key_id, token_kind, push_token_id, pending_push_token_id, token_updated_at, error_code,
  bouncer_public_key, encrypted_push_registration, due_at, attempts`

export const clientDevicesOf = (sql: SqlReader, user_id: number): ClientDevice[] =>
  sql.all<ClientDevice>`SELECT ${COLUMNS} FROM client_devices WHERE user_id = ${user_id} ORDER BY device_id`

export const findClientDevice = (sql: SqlReader, device_id: number): ClientDevice | undefined =>
  sql.maybe<ClientDevice>`SELECT ${COLUMNS} FROM client_devices WHERE device_id = ${device_id}`

export const insertClientDevice = (sql: SqlReader, user_id: number): number =>
  sql.one<{ device_id: number }>`INSERT INTO client_devices (user_id) VALUES (${user_id}) RETURNING device_id`.device_id

export function writeClientDevice(realm: Realm, device: ClientDevice): void {
  realm.sql.run`
    UPDATE client_devices
    SET push_key_id = ${device.push_key_id}, token_kind = ${device.token_kind}, push_token_id = ${device.push_token_id},
        pending_push_token_id = ${device.pending_push_token_id}, token_updated_at = ${device.token_updated_at},
        error_code = ${device.error_code}, bouncer_public_key = ${device.bouncer_public_key},
        encrypted_push_registration = ${device.encrypted_push_registration},
        due_at = ${device.due_at}, attempts = ${device.attempts}
    WHERE device_id = ${device.device_id}`
  realm.cache.invalidate(usersWithDevicesCache)
}

export function removeClientDevice(realm: Realm, device_id: number): void {
  const sql: Sql = realm.sql
  sql.run`DELETE FROM client_devices WHERE device_id = ${device_id}`
  realm.cache.invalidate(usersWithDevicesCache)
}

/** Returns the devices whose registration is due, the earliest first. */
export const dueClientDevices = (sql: SqlReader, now: number, most: number): ClientDevice[] =>
  sql.all<ClientDevice>`
    SELECT ${COLUMNS} FROM client_devices WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at LIMIT ${most}`

export const nextDueClientDevice = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM client_devices WHERE due_at IS NOT NULL`.at ?? undefined

/** Returns the devices to which the bouncer delivers by these tokens. */
export const clientDevicesWithTokens = (sql: SqlReader, token_ids: readonly string[]): ClientDevice[] =>
  sql.all<ClientDevice>`
    SELECT ${COLUMNS} FROM client_devices WHERE push_token_id IN (SELECT value FROM json_each(${token_ids}))`
