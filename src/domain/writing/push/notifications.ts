import { retryAfterSeconds } from '../../../outside/retry-after'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { countOutcome } from '../../../store/delivery-figures'
import { updateDevice } from '../../people/push-devices/actions'
import { updateClientDevice } from '../../people/push-devices/client-device-actions'
import { clientDevicesWithTokens } from '../../people/push-devices/client-device-storage'
import {
  devicesWithBouncerIds,
  pushDevicesOf,
  pushTokensOf,
  statusOf,
  type PushDevice,
} from '../../people/push-devices/storage'
import { settingsOf } from '../../realm/settings/storage'
import { askBouncer, realmUuid, bouncerDevice, type BouncerAnswer } from './bouncer'
import { deviceRequests } from './device-requests'
import { pause, pauseOf } from './pauses'
import { priorityOf, withoutContent, type Payload } from './payloads'
import { BOUNCER_FAILED } from './rules'
import { seal } from './seal'

/** A notification for all phones of a user. */
export type PushNotification = { user_id: number; payload: Payload }

/**
 * Sends notifications to the bouncer: encrypted for each phone that has a key, and readable for the phones that registered
 * only a token. Takes seconds, so it must not be called in a transaction. Returns an error only if a later attempt may help.
 */
export async function sendNotifications(
  realm: Realm,
  notifications: readonly PushNotification[],
): Promise<BouncerAnswer> {
  if (realm.config.push_bouncer.url === '') return { ok: true, delete_device_ids: [] }
  const sealed = (await Promise.all(notifications.map((notification) => sealedRequests(realm, notification)))).flat()
  const unsealed = notifications.flatMap((notification) => unsealedRequests(realm, notification))
  const answers = await Promise.all([
    ...(sealed.length > 0 ? [ask(realm, 'e2ee/notify', sealed)] : []),
    ...(unsealed.length > 0 ? [ask(realm, 'notify', unsealed)] : []),
  ])
  for (const answer of answers) if (answer.ok) markDevicesGone(realm, answer.delete_device_ids)
  return answers.find((answer) => !answer.ok && !answer.isFinal) ?? { ok: true, delete_device_ids: [] }
}

async function ask(realm: Realm, request: 'e2ee/notify' | 'notify', push_requests: object[]): Promise<BouncerAnswer> {
  const { url } = realm.config.push_bouncer
  if (pauseOf(realm, url) > 0) return { ok: false, code: BOUNCER_FAILED, isFinal: false }
  const answer = await askBouncer(realm.config, request, { realm_uuid: realmUuid(realm), push_requests })
  if (!answer.ok) pause(realm, url, retryAfterSeconds(answer.retry_after, realm.now()))
  const outcome = answer.ok ? 'sent' : answer.isFinal ? 'refused' : 'failed'
  countOutcome(realm.sql, realm.now(), { medium: 'push', outcome, count: push_requests.length })
  realm.metrics.add(answer.ok ? 'pushes_sent' : 'pushes_failed', push_requests.length)
  return answer
}

const isActive = (device: PushDevice) => statusOf(device) === 'active'

const sealedRequests = async (realm: ReadOnlyRealm, { user_id, payload }: PushNotification): Promise<object[]> => [
  ...(await pushRequests(pushDevicesOf(realm.sql, user_id).filter(isActive), payload)),
  ...deviceRequests(realm, user_id, payload),
]

/**
 * Returns the request for each phone, with the encrypted payload. Some keys of the right length cannot be used for
 * encryption. A phone with such a key gets no notification, and does not prevent those of other phones.
 */
export async function pushRequests(devices: readonly PushDevice[], payload: Payload) {
  const requests = await Promise.allSettled(devices.map((device) => pushRequest(device, payload)))
  return requests.flatMap((request) => (request.status === 'fulfilled' ? [request.value] : []))
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

function unsealedRequests(realm: ReadOnlyRealm, { user_id, payload }: PushNotification) {
  const tokens = pushTokensOf(realm.sql, user_id)
  if (tokens.length === 0) return []
  const readable = settingsOf(realm).require_e2ee_push_notifications ? withoutContent(realm, payload) : payload
  return [{ devices: tokens.map(bouncerDevice), priority: priorityOf(payload), payload: readable }]
}

const DEVICE_GONE = 'DEVICE_GONE'

/** The phone no longer exists, or the app was removed from it. */
function markDevicesGone(realm: Realm, bouncer_device_ids: readonly string[]): void {
  if (bouncer_device_ids.length === 0) return
  realm.transaction(() => {
    for (const device of devicesWithBouncerIds(realm.sql, bouncer_device_ids))
      updateDevice(realm, { ...device, bouncer_device_id: null, error_code: DEVICE_GONE })
    for (const device of clientDevicesWithTokens(realm.sql, bouncer_device_ids))
      updateClientDevice(realm, { ...device, push_token_id: null, error_code: DEVICE_GONE })
  })
}
