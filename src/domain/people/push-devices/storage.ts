import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { DeviceStatus, PushToken, WantedDevice } from './rules'

/** A phone, and how far its registration with the bouncer is. */
export type PushDevice = WantedDevice & {
  user_id: number
  bouncer_device_id: string | null // the bouncer's name for it; null until it has answered
  error_code: string | null // why it refused
  due_at: number | null // when to ask it, again; null: it has been
  attempts: number
}

export const statusOf = ({ error_code, bouncer_device_id }: PushDevice): DeviceStatus => {
  if (error_code !== null) return 'failed'
  return bouncer_device_id === null ? 'pending' : 'active'
}

export const pushDevicesOf = ({ sql }: Realm, user_id: number): PushDevice[] =>
  sql.all<PushDevice>`
    SELECT user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_push_registration,
           bouncer_device_id, error_code, due_at, attempts
    FROM push_devices WHERE user_id = ${user_id} ORDER BY push_account_id`

/** Whose registration the bouncer is to be asked for by now, longest due first. */
export const dueDevices = ({ sql }: Realm, now: number, most: number): PushDevice[] =>
  sql.all<PushDevice>`
    SELECT user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_push_registration,
           bouncer_device_id, error_code, due_at, attempts
    FROM push_devices WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at LIMIT ${most}`

export const nextDueDevice = ({ sql }: Realm): number | undefined =>
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
  realm.cache.invalidate(deviceOwnersCache)
}

/** The bouncer knows them no more. */
export function devicesNamed(realm: Realm, bouncer_device_ids: readonly string[]): PushDevice[] {
  return realm.sql.all<PushDevice>`
    SELECT user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_push_registration,
           bouncer_device_id, error_code, due_at, attempts
    FROM push_devices WHERE bouncer_device_id IN (SELECT value FROM json_each(${bouncer_device_ids}))`
}

export const pushTokensOf = ({ sql }: Realm, user_id: number): PushToken[] =>
  sql.all<PushToken>`
    SELECT token_kind, token, ios_app_id FROM push_tokens WHERE user_id = ${user_id} ORDER BY token_kind, token`

/** Whoever brings a phone's token has the phone, so it is nobody else's any more. */
export function writePushToken(realm: Realm, user_id: number, { token_kind, token, ios_app_id }: PushToken): void {
  realm.sql.run`DELETE FROM push_tokens WHERE token_kind = ${token_kind} AND token = ${token} AND user_id <> ${user_id}`
  realm.sql.run`
    INSERT INTO push_tokens (user_id, token_kind, token, ios_app_id)
    VALUES (${user_id}, ${token_kind}, ${token}, ${ios_app_id})
    ON CONFLICT (user_id, token_kind, token) DO UPDATE SET ios_app_id = excluded.ios_app_id`
  realm.cache.invalidate(deviceOwnersCache)
}

export function removePushToken(realm: Realm, user_id: number, { token_kind, token }: Omit<PushToken, 'ios_app_id'>) {
  realm.sql.run`DELETE FROM push_tokens WHERE user_id = ${user_id} AND token_kind = ${token_kind} AND token = ${token}`
  realm.cache.invalidate(deviceOwnersCache)
}

const deviceOwnersCache = cacheKey<ReadonlySet<number>>()

/** Everyone who can be notified at all: each message asks it, and where there is nobody asks nothing else. */
export const ownersOfDevices = (realm: Realm): ReadonlySet<number> =>
  realm.cache.get(deviceOwnersCache, () => {
    const owners = realm.sql.all<{ user_id: number }>`
      SELECT user_id FROM push_devices WHERE bouncer_device_id IS NOT NULL AND error_code IS NULL
      UNION SELECT user_id FROM push_tokens`
    return new Set(owners.map(({ user_id }) => user_id))
  })

export const clientDevicesOf = ({ sql }: Realm, user_id: number): number[] =>
  sql.all<{
    device_id: number
  }>`SELECT device_id FROM client_devices WHERE user_id = ${user_id} ORDER BY device_id`.map(
    ({ device_id }) => device_id,
  )

export const insertClientDevice = ({ sql }: Realm, user_id: number): number =>
  sql.one<{ device_id: number }>`INSERT INTO client_devices (user_id) VALUES (${user_id}) RETURNING device_id`.device_id

export const removeClientDevice = ({ sql }: Realm, device_id: number): void =>
  sql.run`DELETE FROM client_devices WHERE device_id = ${device_id}`
