import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { onlyUsers } from '../users/events'
import type { User } from '../users/user'
import {
  clientDevicesOf,
  findClientDevice,
  insertClientDevice,
  removeClientDevice,
  writeClientDevice,
  type ClientDevice,
} from './client-device-storage'
import { clientDeviceAdded, clientDeviceRemoved, clientDeviceUpdated, pushFieldsOf } from './events'
import {
  invalidClientDevice,
  refusalOfDeviceCount,
  refusalOfDevicePush,
  type PushKey,
  type TokenRegistration,
} from './rules'

/** Registers a client as a device of the user, and returns its id. Throws `tooManyDevices`. */
export function addClientDevice(realm: Realm, { user_id }: User): number {
  const refusal = refusalOfDeviceCount(clientDevicesOf(realm.sql, user_id).length)
  if (refusal) throw refusal
  const device_id = insertClientDevice(realm.sql, user_id)
  realm.publish(clientDeviceAdded({ device_id }), onlyUsers({ user_ids: [user_id] }))
  return device_id
}

/** Deletes a device of the user. Throws `invalidClientDevice`. */
export function deleteClientDevice(realm: Realm, { user_id }: User, device_id: number): void {
  requireClientDevice(realm, user_id, device_id)
  removeClientDevice(realm, device_id)
  deleteSecret(realm, secretNameOf(device_id))
  realm.publish(clientDeviceRemoved({ device_id }), onlyUsers({ user_ids: [user_id] }))
}

function requireClientDevice(realm: ReadOnlyRealm, user_id: number, device_id: number): ClientDevice {
  const device = findClientDevice(realm.sql, device_id)
  if (device === undefined || device.user_id !== user_id) throw invalidClientDevice({})
  return device
}

type DevicePush = { device_id: number; key: PushKey | undefined; token: TokenRegistration | undefined }

/**
 * Changes the key of a device, its token, or both. A token is sent to the bouncer later; until it answers, the earlier token counts.
 * Throws an error of `devicePushErrors`.
 */
export function changeDevicePush(realm: Realm, { user_id }: User, { device_id, key, token }: DevicePush): void {
  const device = requireClientDevice(realm, user_id, device_id)
  const refusal = refusalOfDevicePush(device, key, token)
  if (refusal) throw refusal
  if (key) writeSecret(realm, secretNameOf(device_id), key.push_key)
  const now = realm.now()
  updateClientDevice(realm, {
    ...device,
    ...(key ? { push_key_id: key.push_key_id } : {}),
    ...(token ? waitingFor(token, now) : {}),
  })
  if (token) realm.wakeAt(now)
}

const waitingFor = ({ token_id, bouncer_public_key, encrypted_push_registration }: TokenRegistration, now: number) => ({
  pending_push_token_id: token_id,
  token_updated_at: now,
  error_code: null,
  bouncer_public_key,
  encrypted_push_registration,
  due_at: now,
  attempts: 0,
})

/** Writes a device, and publishes it to its owner. */
export function updateClientDevice(realm: Realm, device: ClientDevice): void {
  writeClientDevice(realm, device)
  const { device_id, user_id } = device
  realm.publish(clientDeviceUpdated({ device_id, ...pushFieldsOf(device) }), onlyUsers({ user_ids: [user_id] }))
}

const secretNameOf = (device_id: number): string => `push_key:${device_id}`

/** Returns the key of a device; undefined if there is none, or if the deployment cannot read it any more. */
export function pushKeyOf(realm: ReadOnlyRealm, device_id: number): Uint8Array | undefined {
  try {
    const key = readSecret(realm, secretNameOf(device_id))
    // The first byte names the cryptosystem.
    return key === undefined ? undefined : Uint8Array.fromBase64(key).subarray(1)
  } catch {
    return undefined
  }
}
