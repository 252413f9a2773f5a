import type { Realm } from '../../../realm'
import { people } from '../users/events'
import type { User } from '../users/user'
import { clientDeviceAdded, clientDeviceRemoved, pushDeviceChanged } from './events'
import {
  invalidClientDevice,
  refusalOfDevice,
  refusalOfOneMore,
  refusalOfToken,
  tokenDoesNotExist,
  type PushToken,
  type WantedDevice,
} from './rules'
import {
  clientDevicesOf,
  insertClientDevice,
  pushDevicesOf,
  pushTokensOf,
  removeClientDevice,
  removePushToken,
  statusOf,
  writePushDevice,
  writePushToken,
  type PushDevice,
} from './storage'

/** A phone is to be registered with the bouncer, which is asked soon. To say the same again changes nothing. */
export function registerDevice(realm: Realm, { user_id }: User, wanted: WantedDevice): void {
  const refusal = refusalOfDevice(wanted)
  if (refusal) throw refusal
  const devices = pushDevicesOf(realm, user_id)
  const known = devices.find((each) => each.push_account_id === wanted.push_account_id)
  if (known && statusOf(known) !== 'failed' && isSame(known, wanted)) return
  const oneTooMany = known ? undefined : refusalOfOneMore(devices.length)
  if (oneTooMany) throw oneTooMany
  changeDevice(realm, {
    user_id,
    ...wanted,
    bouncer_device_id: null,
    error_code: null,
    due_at: realm.now(),
    attempts: 0,
  })
  realm.wakeAt(realm.now())
}

const isSame = (known: WantedDevice, wanted: WantedDevice) =>
  known.token_kind === wanted.token_kind &&
  known.push_public_key === wanted.push_public_key &&
  known.bouncer_public_key === wanted.bouncer_public_key &&
  known.encrypted_push_registration === wanted.encrypted_push_registration

/** A registration is further than it was; its owner is told. */
export function changeDevice(realm: Realm, device: PushDevice): void {
  writePushDevice(realm, device)
  const { user_id, push_account_id, error_code } = device
  realm.publish(
    pushDeviceChanged({ push_account_id: String(push_account_id), status: statusOf(device), error_code }),
    people({ user_ids: [user_id] }),
  )
}

type Named = Omit<PushToken, 'ios_app_id'>

const isToken = (one: Named, other: Named) => one.token === other.token && one.token_kind === other.token_kind

export function addToken(realm: Realm, { user_id }: User, token: PushToken): void {
  const tokens = pushTokensOf(realm, user_id)
  const isNew = !tokens.some((each) => isToken(each, token))
  const refusal = refusalOfToken(token) ?? (isNew ? refusalOfOneMore(tokens.length) : undefined)
  if (refusal) throw refusal
  writePushToken(realm, user_id, token)
}

export function forgetToken(realm: Realm, { user_id }: User, token: Named): void {
  const refusal = refusalOfToken({ ...token, ios_app_id: null })
  if (refusal) throw refusal
  if (!pushTokensOf(realm, user_id).some((each) => isToken(each, token))) throw tokenDoesNotExist({})
  removePushToken(realm, user_id, token)
}

/** A program that somebody is logged in with. */
export function addClientDevice(realm: Realm, { user_id }: User): number {
  const refusal = refusalOfOneMore(clientDevicesOf(realm, user_id).length)
  if (refusal) throw refusal
  const device_id = insertClientDevice(realm, user_id)
  realm.publish(clientDeviceAdded({ device_id }), people({ user_ids: [user_id] }))
  return device_id
}

export function forgetClientDevice(realm: Realm, { user_id }: User, device_id: number): void {
  if (!clientDevicesOf(realm, user_id).includes(device_id)) throw invalidClientDevice({})
  removeClientDevice(realm, device_id)
  realm.publish(clientDeviceRemoved({ device_id }), people({ user_ids: [user_id] }))
}
