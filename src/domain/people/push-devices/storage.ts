import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import { usersWithPushBrowsers, usersWithPushBrowsersCache } from '../push-browsers/storage'
import type { DeviceStatus, PushToken, DeviceRegistration } from './rules'

/** A phone, and the progress of its registration with the bouncer. */
export type PushDevice = DeviceRegistration & {
  user_id: number
  bouncer_device_id: string | null // null until the bouncer has answered
  error_code: string | null // why the bouncer refused
  due_at: number | null // when to send the registration; null: it is finished
  attempts: number
}

export const statusOf = ({ error_code, bouncer_device_id }: PushDevice): DeviceStatus => {
  if (error_code !== null) return 'failed'
  return bouncer_device_id === null ? 'pending' : 'active'
}

const COLUMNS = sqlText`
  user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_push_registration, bouncer_device_id,
  error_code, due_at, attempts`

export const pushDevicesOf = (sql: SqlReader, user_id: number): PushDevice[] =>
  sql.all<PushDevice>`
    SELECT ${COLUMNS} FROM push_devices WHERE user_id = ${user_id} ORDER BY push_account_id`

/** Returns the devices whose registration is due, the earliest first. */
export const dueDevices = (sql: SqlReader, now: number, most: number): PushDevice[] =>
  sql.all<PushDevice>`
    SELECT ${COLUMNS} FROM push_devices WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at LIMIT ${most}`

export const nextDueDevice = (sql: SqlReader): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM push_devices WHERE due_at IS NOT NULL`.at ?? undefined

export function writePushDevice(realm: Realm, device: PushDevice): void {
  realm.sql.run`
    INSERT INTO push_devices (user_id, push_account_id, token_kind, push_public_key, bouncer_public_key,
                              encrypted_push_registration, bouncer_device_id, error_code, due_at, attempts)
    VALUES (${device.user_id}, ${device.push_account_id}, ${device.token_kind}, ${device.push_public_key},
            ${device.bouncer_public_key}, ${device.encrypted_push_registration}, ${device.bouncer_device_id},
            ${device.error_code}, ${device.due_at}, ${device.attempts})
    ON CONFLICT (user_id, push_account_id) DO UPDATE SET
      token_kind = excluded.token_kind, push_public_key = excluded.push_public_key,
      bouncer_public_key = excluded.bouncer_public_key,
      encrypted_push_registration = excluded.encrypted_push_registration,
      bouncer_device_id = excluded.bouncer_device_id, error_code = excluded.error_code,
      due_at = excluded.due_at, attempts = excluded.attempts`
  realm.cache.invalidate(usersWithDevicesCache)
}

/** Returns the devices that have these ids at the bouncer. */
export function devicesWithBouncerIds(sql: SqlReader, bouncer_device_ids: readonly string[]): PushDevice[] {
  return sql.all<PushDevice>`
    SELECT ${COLUMNS} FROM push_devices WHERE bouncer_device_id IN (SELECT value FROM json_each(${bouncer_device_ids}))`
}

export const pushTokensOf = (sql: SqlReader, user_id: number): PushToken[] =>
  sql.all<PushToken>`
    SELECT token_kind, token, ios_app_id FROM push_tokens WHERE user_id = ${user_id} ORDER BY token_kind, token`

export const ownersOfToken = (sql: SqlReader, { token_kind, token }: Omit<PushToken, 'ios_app_id'>): number[] =>
  sql.all<{
    user_id: number
  }>`SELECT user_id FROM push_tokens WHERE token_kind = ${token_kind} AND token = ${token}`.map(
    ({ user_id }) => user_id,
  )

export function writePushToken(realm: Realm, user_id: number, { token_kind, token, ios_app_id }: PushToken): void {
  realm.sql.run`
    INSERT INTO push_tokens (user_id, token_kind, token, ios_app_id)
    VALUES (${user_id}, ${token_kind}, ${token}, ${ios_app_id})
    ON CONFLICT (user_id, token_kind, token) DO UPDATE SET ios_app_id = excluded.ios_app_id`
  realm.cache.invalidate(usersWithDevicesCache)
}

export function removePushToken(realm: Realm, user_id: number, { token_kind, token }: Omit<PushToken, 'ios_app_id'>) {
  realm.sql.run`DELETE FROM push_tokens WHERE user_id = ${user_id} AND token_kind = ${token_kind} AND token = ${token}`
  realm.cache.invalidate(usersWithDevicesCache)
}

export const usersWithDevicesCache = cacheKey<ReadonlySet<number>>({ invalidatedBy: [usersWithPushBrowsersCache] })

/** Returns the users with a phone or a browser that receives notifications. They are cached, because each message needs them. */
export const usersWithDevices = (realm: ReadOnlyRealm): ReadonlySet<number> =>
  realm.cache.get(usersWithDevicesCache, () => new Set([...usersWithPhones(realm), ...usersWithBrowsers(realm)]))

const usersWithBrowsers = (realm: ReadOnlyRealm): Iterable<number> =>
  realm.config.push_keys === undefined ? [] : usersWithPushBrowsers(realm)

function usersWithPhones(realm: ReadOnlyRealm): number[] {
  if (realm.config.push_bouncer.url === '') return []
  const owners = realm.sql.all<{ user_id: number }>`
    SELECT user_id FROM push_devices WHERE bouncer_device_id IS NOT NULL AND error_code IS NULL
    UNION SELECT user_id FROM push_tokens
    UNION SELECT user_id FROM client_devices WHERE push_token_id IS NOT NULL AND push_key_id IS NOT NULL`
  return owners.map(({ user_id }) => user_id)
}
