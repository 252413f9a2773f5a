import type { Realm } from '../../../realm'
import { changeDevice } from '../../people/push-devices/actions'
import { devicesNamed, pushDevicesOf, pushTokensOf, statusOf, type PushDevice } from '../../people/push-devices/storage'
import { settingsOf } from '../../realm/settings/storage'
import { askBouncer, realmUuid, bouncerDevice, type BouncerAnswer } from './bouncer'
import { withoutContent, type Payload } from './payloads'
import { seal } from './seal'

/** What one person's phones are to be told. */
export type PushNotification = { user_id: number; payload: Payload }

/** A message wakes a phone; that one is to be taken away can wait until it wakes by itself. */
const priorityOf = ({ type }: Payload) => (type === 'remove' ? 'normal' : 'high')

/** Hands these to the bouncer, sealed for each phone that can open them. Never in a transaction: it takes its time. */
export async function sendNotifications(realm: Realm, notices: readonly PushNotification[]): Promise<BouncerAnswer> {
  const sealed = (await Promise.all(notices.map((notice) => sealedFor(realm, notice)))).flat()
  const open = notices.flatMap((notice) => openFor(realm, notice))
  const answers = await Promise.all([
    ...(sealed.length > 0 ? [ask(realm, 'e2ee/notify', sealed)] : []),
    ...(open.length > 0 ? [ask(realm, 'notify', open)] : []),
  ])
  for (const answer of answers) if (answer.ok) forgetGone(realm, answer.delete_device_ids)
  return answers.find((answer) => !answer.ok && !answer.isForGood) ?? { ok: true, delete_device_ids: [] }
}

const ask = (realm: Realm, asked: 'e2ee/notify' | 'notify', push_requests: object[]) =>
  askBouncer(realm.config, asked, { realm_uuid: realmUuid(realm), push_requests })

const isActive = (device: PushDevice) => statusOf(device) === 'active'

const sealedFor = (realm: Realm, { user_id, payload }: PushNotification) =>
  pushRequests(pushDevicesOf(realm, user_id).filter(isActive), payload)

/**
 * What these phones are to be told, sealed for each. There are keys of the right length to which nothing can be sealed:
 * whoever registers one is not told, and keeps nobody else from being told.
 */
export async function pushRequests(devices: readonly PushDevice[], payload: Payload) {
  const sealed = await Promise.allSettled(devices.map((device) => pushRequest(device, payload)))
  return sealed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

async function pushRequest(device: PushDevice, payload: Payload) {
  const { push_account_id, push_public_key, bouncer_device_id } = device
  const sealed = await seal(Uint8Array.fromBase64(push_public_key), JSON.stringify(payload))
  return {
    device_id: bouncer_device_id,
    push_account_id,
    encrypted_data: sealed.toBase64(),
    priority: priorityOf(payload),
  }
}

function openFor(realm: Realm, { user_id, payload }: PushNotification) {
  const tokens = pushTokensOf(realm, user_id)
  if (tokens.length === 0) return []
  const shown = settingsOf(realm).require_e2ee_push_notifications ? withoutContent(payload) : payload
  return [{ devices: tokens.map(bouncerDevice), priority: priorityOf(payload), payload: shown }]
}

const GONE = 'DEVICE_GONE'

/** The phone, or the program on it, is there no more. */
function forgetGone(realm: Realm, bouncer_device_ids: readonly string[]): void {
  if (bouncer_device_ids.length === 0) return
  realm.transaction(() => {
    for (const device of devicesNamed(realm, bouncer_device_ids))
      changeDevice(realm, { ...device, bouncer_device_id: null, error_code: GONE })
  })
}
