import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { addPushAddress } from '../push-browsers/actions'
import { deletePushBrowsers, findPushBrowser } from '../push-browsers/browsers'
import { appOf, type PushAddress, type PushBrowser } from '../push-browsers/rules'
import { usersWithPushBrowsers } from '../push-browsers/storage'
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
import { clientDeviceAdded, clientDeviceRemoved, changedFields, clientDeviceUpdated, pushFieldsOf } from './events'
import {
  invalidClientDevice,
  isActiveToken,
  MAX_CLIENT_DEVICES,
  refusalOfDevicePush,
  type PushKey,
  type TokenRegistration,
} from './rules'

/**
 * Registers a client as a device of the user, and returns its id. A client keeps its device as long as it is logged in, and never
 * asks for another one. So the 201st device replaces the one that is least useful: without push, or longest without a new token.
 */
export function addClientDevice(realm: Realm, { user_id }: User): number {
  const devices = clientDevicesOf(realm.sql, user_id)
  const replaced = devices.length < MAX_CLIENT_DEVICES ? undefined : leastUsefulDevice(devices)
  if (replaced) endClientDevice(realm, replaced)
  const device_id = insertClientDevice(realm.sql, user_id)
  realm.publish(clientDeviceAdded({ device_id }), onlyUsers({ user_ids: [user_id] }))
  return device_id
}

const leastUsefulDevice = (devices: readonly ClientDevice[]): ClientDevice | undefined =>
  devices.toSorted((a, b) => (a.token_updated_at ?? 0) - (b.token_updated_at ?? 0) || a.device_id - b.device_id)[0]

/** Deletes a device of the user. Throws `invalidClientDevice`. */
export function deleteClientDevice(realm: Realm, { user_id }: User, device_id: number): void {
  endClientDevice(realm, requireClientDevice(realm, user_id, device_id))
}

/** Deletes all devices of a user, because the keys of their clients ended. */
export function deleteClientDevicesOf(realm: Realm, user_id: number): void {
  for (const device of clientDevicesOf(realm.sql, user_id)) endClientDevice(realm, device)
}

function endClientDevice(realm: Realm, { device_id, user_id }: ClientDevice): void {
  removeClientDevice(realm, device_id)
  deleteSecret(realm, secretNameOf(device_id))
  if (usersWithPushBrowsers(realm).has(user_id)) deletePushBrowsers(realm, [appOf(device_id)])
  realm.publish(clientDeviceRemoved({ device_id }), onlyUsers({ user_ids: [user_id] }))
}

function requireClientDevice(realm: ReadOnlyRealm, user_id: number, device_id: number): ClientDevice {
  const device = findClientDevice(realm.sql, device_id)
  if (device === undefined || device.user_id !== user_id) throw invalidClientDevice({})
  return device
}

/** Sends notifications to a device by Web Push. Throws `invalidClientDevice` and errors of `pushBrowserErrors`. */
export function addPushApp(realm: Realm, { user_id }: User, device_id: number, address: PushAddress): void {
  requireClientDevice(realm, user_id, device_id)
  addPushAddress(realm, { session_id: appOf(device_id), user_id }, address)
}

/** Sends no more notifications to a device by Web Push. Throws `invalidClientDevice`. */
export function deletePushApp(realm: Realm, { user_id }: User, device_id: number): void {
  requireClientDevice(realm, user_id, device_id)
  deletePushBrowsers(realm, [appOf(device_id)])
}

/** Returns where a device receives notifications by Web Push. Throws `invalidClientDevice`. */
export function findPushApp(realm: ReadOnlyRealm, { user_id }: User, device_id: number): PushBrowser | undefined {
  requireClientDevice(realm, user_id, device_id)
  return findPushBrowser(realm, appOf(device_id))
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
  const newKey = key && hasKey(realm, device, key) ? undefined : key
  const newToken = token && !newKey && isActiveToken(device, token.token_id) ? undefined : token
  if (newKey === undefined && newToken === undefined) return
  if (newKey) writeSecret(realm, secretNameOf(device_id), newKey.push_key)
  const now = realm.now()
  updateClientDevice(realm, {
    ...device,
    ...(newKey ? { push_key_id: newKey.push_key_id } : {}),
    ...(newToken ? waitingFor(newToken, now) : {}),
  })
  if (newToken) realm.wakeAt(now)
}

const hasKey = (realm: ReadOnlyRealm, { device_id, push_key_id }: ClientDevice, key: PushKey): boolean =>
  push_key_id === key.push_key_id && storedKeyOf(realm, device_id) === key.push_key

const waitingFor = (
  { token_kind, token_id, bouncer_public_key, encrypted_push_registration }: TokenRegistration,
  now: number,
) => ({
  token_kind,
  pending_push_token_id: token_id,
  token_updated_at: now,
  error_code: null,
  bouncer_public_key,
  encrypted_push_registration,
  due_at: now,
  attempts: 0,
})

/** Writes a device, and publishes what changed to its owner. */
export function updateClientDevice(realm: Realm, device: ClientDevice): void {
  const before = findClientDevice(realm.sql, device.device_id)
  writeClientDevice(realm, device)
  const { device_id, user_id } = device
  const changes = before === undefined ? {} : changedFields(pushFieldsOf(before), pushFieldsOf(device))
  if (Object.keys(changes).length > 0)
    realm.publish(clientDeviceUpdated({ device_id, ...changes }), onlyUsers({ user_ids: [user_id] }))
}

const secretNameOf = (device_id: number): string => `push_key:${device_id}`

/** Returns the key of a device; undefined if there is none, or if the deployment cannot read it any more. */
export function pushKeyOf(realm: ReadOnlyRealm, device_id: number): Uint8Array | undefined {
  const key = storedKeyOf(realm, device_id)
  // The first byte names the cryptosystem.
  return key === undefined ? undefined : Uint8Array.fromBase64(key).subarray(1)
}

function storedKeyOf(realm: ReadOnlyRealm, device_id: number): string | undefined {
  try {
    return readSecret(realm, secretNameOf(device_id))
  } catch {
    return undefined
  }
}
