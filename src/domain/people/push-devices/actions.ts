import type { Realm } from '../../../realm'
import { userUuid } from '../user-uuids/storage'
import { onlyUsers } from '../users/events'
import type { User } from '../users/user'
import { deleteClientDevicesOf } from './client-device-actions'
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
  ownersOfToken,
  pushDevicesOf,
  pushTokensOf,
  removePushToken,
  statusOf,
  writePushDevice,
  writePushToken,
  type PushDevice,
} from './storage'
import { queueTokenChange, type NewTokenChange } from './token-change-storage'

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

/** Adds the token of a phone, and queues it for the bouncer. Throws an error of `apnsErrors`. */
export function addToken(realm: Realm, { user_id }: User, token: PushToken): void {
  const tokens = pushTokensOf(realm.sql, user_id)
  const isNew = !tokens.some((existing) => isSameToken(existing, token))
  const refusal = refusalOfToken(token) ?? (isNew ? refusalOfDeviceCount(tokens.length) : undefined)
  if (refusal) throw refusal
  // The user of the request has the phone now.
  for (const owner of ownersOfToken(realm.sql, token)) if (owner !== user_id) endToken(realm, owner, token)
  writePushToken(realm, user_id, token)
  userUuid(realm, user_id) // the bouncer knows the user by it from now on
  queueChange(realm, { user_id, op: 'add', ...token })
}

/** Deletes the token of a phone. Throws `tokenDoesNotExist`. */
export function deleteToken(realm: Realm, { user_id }: User, token: TokenName): void {
  const refusal = refusalOfToken({ ...token, ios_app_id: null })
  if (refusal) throw refusal
  if (!pushTokensOf(realm.sql, user_id).some((existing) => isSameToken(existing, token))) throw tokenDoesNotExist({})
  endToken(realm, user_id, token)
}

/** Deletes a token, here and at the bouncer. */
export function endToken(realm: Realm, user_id: number, token: TokenName): void {
  removePushToken(realm, user_id, token)
  queueChange(realm, { user_id, op: 'remove', ...token, ios_app_id: null })
}

/** Ends push notifications to all phones of a user, whose apps can no longer log in. */
export function endPhonesOf(realm: Realm, user_id: number): void {
  deleteClientDevicesOf(realm, user_id)
  endTokensOf(realm, user_id)
}

/** Ends push notifications to the phones of a user that registered a token without encryption. */
export function endTokensOf(realm: Realm, user_id: number): void {
  const tokens = pushTokensOf(realm.sql, user_id)
  if (tokens.length === 0) return
  for (const token of tokens) removePushToken(realm, user_id, token)
  queueChange(realm, { user_id, op: 'remove_all', token_kind: null, token: null, ios_app_id: null })
}

/** The bouncer is asked later, so that a client never waits for it. */
function queueChange(realm: Realm, change: Omit<NewTokenChange, 'created_at'>): void {
  if (realm.config.push_bouncer.url === '') return
  queueTokenChange(realm.sql, { ...change, created_at: realm.now() })
  realm.wakeAt(realm.now())
}
