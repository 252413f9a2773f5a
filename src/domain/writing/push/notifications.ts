import * as v from 'valibot'
import { retryAfterSeconds } from '../../../outside/retry-after'
import type { Realm } from '../../../realm'
import { countOutcome } from '../../../store/delivery-figures'
import { updateDevice } from '../../people/push-devices/actions'
import { updateClientDevice } from '../../people/push-devices/client-device-actions'
import { clientDevicesWithTokens } from '../../people/push-devices/client-device-storage'
import {
  devicesWithBouncerIds,
  pushDevicesOf,
  pushTokensOf,
  removePushToken,
  statusOf,
  type PushDevice,
} from '../../people/push-devices/storage'
import type { BouncerAnswer, BouncerRequest } from '../../people/push-service/bouncer'
import { BOUNCER_FAILED } from '../../people/push-service/rules'
import { askForRealm, hasBouncer, notePushed } from '../../people/push-service/status'
import { settingsOf } from '../../realm/settings/storage'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { bouncerTokenOf } from './bouncer-tokens'
import { deviceRequests } from './device-requests'
import { legacyRequest, oldSealedRequests } from './older-requests'
import { pause, pauseOf } from './pauses'
import type { Payload } from './payloads'

/** A notification for all phones of a user. */
export type PushNotification = { user_id: number; payload: Payload }

// The bouncer handles a request while the realm waits.
const DEVICES_PER_REQUEST = 500
const REQUESTS_AT_ONCE = 4

type Sending = { request: BouncerRequest; count: number; note: (fields: unknown) => void }

/**
 * Sends notifications to the bouncer: encrypted for each phone that has a key, and readable for the phones that registered
 * only a token. Takes seconds, so it must not be called in a transaction. Returns false only if a later attempt may help.
 */
export async function sendNotifications(realm: Realm, notifications: readonly PushNotification[]): Promise<boolean> {
  if (!hasBouncer(realm)) return true
  const sendings = [
    ...sealedSendings(realm, notifications),
    ...(await oldSealedSendings(realm, notifications)),
    ...legacySendings(realm, notifications),
  ]
  const answers: BouncerAnswer[] = []
  for (let first = 0; first < sendings.length; first += REQUESTS_AT_ONCE)
    answers.push(
      ...(await Promise.all(sendings.slice(first, first + REQUESTS_AT_ONCE).map((sending) => send(realm, sending)))),
    )
  return answers.every((answer) => answer.ok || answer.retry !== 'later')
}

async function send(realm: Realm, { request, count, note }: Sending): Promise<BouncerAnswer> {
  const { url } = realm.config.push_bouncer
  if (pauseOf(realm, url) > 0) return { ok: false, code: BOUNCER_FAILED, msg: '', retry: 'later' }
  const answer = await askForRealm(realm, request)
  if (!answer.ok) pause(realm, url, retryAfterSeconds(answer.retry_after, realm.now()))
  const outcome = answer.ok ? 'sent' : answer.retry === 'later' ? 'failed' : 'refused'
  countOutcome(realm.sql, realm.now(), { medium: 'push', outcome, count })
  realm.metrics.add(answer.ok ? 'pushes_sent' : 'pushes_failed', count)
  if (answer.ok) realm.transaction(() => note(answer.fields))
  return answer
}

const statusShape = v.object({ can_push: v.boolean(), expected_end_timestamp: v.nullable(v.number()) })
const sealedAnswer = v.object({
  delete_token_ids: v.optional(v.array(v.string()), []),
  realm_push_status: v.optional(statusShape),
})
type SealedAnswer = v.InferOutput<typeof sealedAnswer>

/** Returns the answer to encrypted notifications: the names of the tokens that no phone has any more, and the state of the realm. */
export function readSealed(fields: unknown): SealedAnswer {
  const answer = v.safeParse(sealedAnswer, fields)
  return answer.success ? answer.output : { delete_token_ids: [] }
}

export function noteSealed(realm: Realm, { delete_token_ids, realm_push_status }: SealedAnswer): void {
  markTokensGone(realm, delete_token_ids)
  if (realm_push_status) notePushed(realm, realm_push_status)
}

function sealedSendings(realm: Realm, notifications: readonly PushNotification[]): Sending[] {
  const requests = notifications.flatMap(({ user_id, payload }) => deviceRequests(realm, user_id, payload))
  const batches: Sending[] = []
  for (let first = 0; first < requests.length; first += DEVICES_PER_REQUEST) {
    const push_requests = requests.slice(first, first + DEVICES_PER_REQUEST)
    batches.push({
      request: { path: 'push/e2ee/notify', json: { realm_uuid: realmUuid(realm), push_requests } },
      count: push_requests.length,
      note: (fields) => noteSealed(realm, readSealed(fields)),
    })
  }
  return batches
}

/** A phone whose token is gone registers the next one when it starts: it sees that the server has none. */
function markTokensGone(realm: Realm, token_ids: readonly string[]): void {
  if (token_ids.length === 0) return
  for (const device of clientDevicesWithTokens(realm.sql, token_ids))
    updateClientDevice(realm, { ...device, push_token_id: null })
}

const isActive = (device: PushDevice) => statusOf(device) === 'active'
const oldAnswer = v.object({ delete_device_ids: v.optional(v.array(v.union([v.string(), v.number()])), []) })
const DEVICE_GONE = 'DEVICE_GONE'

async function oldSealedSendings(realm: Realm, notifications: readonly PushNotification[]): Promise<Sending[]> {
  const lists = notifications.map(({ user_id, payload }) =>
    oldSealedRequests(pushDevicesOf(realm.sql, user_id).filter(isActive), payload),
  )
  const push_requests = (await Promise.all(lists)).flat()
  if (push_requests.length === 0) return []
  const note = (fields: unknown) => {
    const answer = v.safeParse(oldAnswer, fields)
    const ids = answer.success ? answer.output.delete_device_ids.map(String) : []
    for (const device of devicesWithBouncerIds(realm.sql, ids))
      updateDevice(realm, { ...device, bouncer_device_id: null, error_code: DEVICE_GONE })
  }
  const json = { realm_uuid: realmUuid(realm), push_requests }
  return [{ request: { path: 'push/e2ee/notify', json }, count: push_requests.length, note }]
}

const tokens = v.optional(v.array(v.string()), [])
const legacyAnswer = v.object({
  deleted_devices: v.optional(v.object({ android_devices: tokens, apple_devices: tokens })),
  realm: v.optional(v.nullable(statusShape)),
})

/** Phones that cannot decrypt receive nothing in a realm that requires encryption. */
function legacySendings(realm: Realm, notifications: readonly PushNotification[]): Sending[] {
  if (settingsOf(realm).require_e2ee_push_notifications) return []
  return notifications.flatMap(({ user_id, payload }) => {
    const registered = pushTokensOf(realm.sql, user_id)
    if (registered.length === 0 || payload.type === 'test') return []
    const request = realm.transaction(() => legacyRequest(realm, payload, registered))
    return [{ request, count: registered.length, note: (fields: unknown) => noteLegacy(realm, user_id, fields) }]
  })
}

function noteLegacy(realm: Realm, user_id: number, fields: unknown): void {
  const answer = v.safeParse(legacyAnswer, fields)
  if (!answer.success) return
  const { deleted_devices, realm: status } = answer.output
  for (const token of deleted_devices?.android_devices ?? [])
    removePushToken(realm, user_id, { token_kind: 'fcm', token })
  for (const token of deleted_devices?.apple_devices ?? []) removeAppleToken(realm, user_id, token)
  if (status) notePushed(realm, status)
}

/** The bouncer names an Apple token by its digits, in upper or lower case. */
function removeAppleToken(realm: Realm, user_id: number, gone: string): void {
  for (const registered of pushTokensOf(realm.sql, user_id)) {
    const isGone = registered.token_kind === 'apns' && bouncerTokenOf(registered).toLowerCase() === gone.toLowerCase()
    if (isGone) removePushToken(realm, user_id, registered)
  }
}
