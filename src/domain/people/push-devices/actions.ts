import type { Realm } from '../../../realm'
import { onlyUsers } from '../users/events'
import type { User } from '../users/user'
import { pushDeviceChanged } from './events'
import {
  refusalOfDevice,
  refusalOfDeviceCount,
  refusalOfToken,
  tokenDoesNotExist,
  type PushToken,
  type DeviceRegistration,
} from './rules'
import {
  pushDevicesOf,
  pushTokensOf,
  removePushToken,
  statusOf,
  writePushDevice,
  writePushToken,
  type PushDevice,
} from './storage'

/**
 * Queues the registration of a phone with the bouncer. A repeated request changes nothing, unless the registration failed.
 * Throws an error of `deviceErrors`.
 */
export function registerDevice(realm: Realm, { user_id }: User, registration: DeviceRegistration): void {
  const refusal = refusalOfDevice(registration)
  if (refusal) throw refusal
  const devices = pushDevicesOf(realm.sql, user_id)
  const existing = devices.find(({ push_account_id }) => push_account_id === registration.push_account_id)
  if (existing && statusOf(existing) !== 'failed' && isSameRegistration(existing, registration)) return
  const countRefusal = existing ? undefined : refusalOfDeviceCount(devices.length)
  if (countRefusal) throw countRefusal
  updateDevice(realm, {
    user_id,
    ...registration,
    bouncer_device_id: null,
    error_code: null,
    due_at: realm.now(),
    attempts: 0,
  })
  realm.wakeAt(realm.now())
}

const isSameRegistration = (first: DeviceRegistration, second: DeviceRegistration) =>
  first.token_kind === second.token_kind &&
  first.push_public_key === second.push_public_key &&
  first.bouncer_public_key === second.bouncer_public_key &&
  first.encrypted_push_registration === second.encrypted_push_registration

/** Writes the progress of a registration, and publishes it to the owner of the phone. */
export function updateDevice(realm: Realm, device: PushDevice): void {
  writePushDevice(realm, device)
  const { user_id, push_account_id, error_code } = device
  realm.publish(
    pushDeviceChanged({ push_account_id: String(push_account_id), status: statusOf(device), error_code }),
    onlyUsers({ user_ids: [user_id] }),
  )
}

type TokenName = Omit<PushToken, 'ios_app_id'>

const isSameToken = (first: TokenName, second: TokenName) =>
  first.token === second.token && first.token_kind === second.token_kind

/** Adds the token of a phone. Throws an error of `apnsErrors`. */
export function addToken(realm: Realm, { user_id }: User, token: PushToken): void {
  const tokens = pushTokensOf(realm.sql, user_id)
  const isNew = !tokens.some((existing) => isSameToken(existing, token))
  const refusal = refusalOfToken(token) ?? (isNew ? refusalOfDeviceCount(tokens.length) : undefined)
  if (refusal) throw refusal
  writePushToken(realm, user_id, token)
}

/** Deletes the token of a phone. Throws `tokenDoesNotExist`. */
export function deleteToken(realm: Realm, { user_id }: User, token: TokenName): void {
  const refusal = refusalOfToken({ ...token, ios_app_id: null })
  if (refusal) throw refusal
  if (!pushTokensOf(realm.sql, user_id).some((existing) => isSameToken(existing, token))) throw tokenDoesNotExist({})
  removePushToken(realm, user_id, token)
}
