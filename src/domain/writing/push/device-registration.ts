import { retryAfterSeconds } from '../../../outside/retry-after'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import { updateDevice } from '../../people/push-devices/actions'
import { updateClientDevice } from '../../people/push-devices/client-device-actions'
import { findClientDevice, writeClientDevice, type ClientDevice } from '../../people/push-devices/client-device-storage'
import { pushDevicesOf, statusOf, writePushDevice, type PushDevice } from '../../people/push-devices/storage'
import { askBouncer, realmUuid, type BouncerAnswer } from './bouncer'
import { BOUNCER_FAILED, isLastAttempt } from './rules'

/** Registers a phone with the bouncer, and writes the result. */
export async function registerWithBouncer(realm: Realm, device: PushDevice): Promise<void> {
  const { user_id, push_account_id, bouncer_public_key, encrypted_push_registration } = device
  const registration = { push_account_id, bouncer_public_key, encrypted_push_registration }
  const answer = await askBouncer(realm.config, 'e2ee/register', { realm_uuid: realmUuid(realm), ...registration })
  realm.transaction(() => {
    const before = pushDevicesOf(realm.sql, user_id).find((device) => device.push_account_id === push_account_id)
    // If the client registered the phone again meanwhile, the answer is about the earlier registration.
    if (before?.encrypted_push_registration !== encrypted_push_registration || before.due_at === null) return
    const after = deviceAfter(realm, before, answer)
    if (statusOf(after) === statusOf(before)) writePushDevice(realm, after)
    else updateDevice(realm, after)
  })
}

function deviceAfter(realm: ReadOnlyRealm, device: PushDevice, answer: BouncerAnswer): PushDevice {
  const attempts = device.attempts + 1
  if (answer.ok && answer.device_id !== undefined)
    return { ...device, bouncer_device_id: answer.device_id, due_at: null, attempts }
  const error_code = answer.ok ? BOUNCER_FAILED : answer.code
  if ((!answer.ok && answer.isFinal) || isLastAttempt(attempts))
    return { ...device, error_code, due_at: null, attempts }
  const pauseSeconds = answer.ok ? 0 : retryAfterSeconds(answer.retry_after, realm.now())
  return { ...device, due_at: realm.now() + Math.max(pauseSeconds, repeatedPause('push', attempts)), attempts }
}

/** Registers the token of a device with the bouncer, and writes the result. */
export async function registerTokenWithBouncer(realm: Realm, device: ClientDevice): Promise<void> {
  const { device_id, pending_push_token_id: token_id, bouncer_public_key, encrypted_push_registration } = device
  const registration = { token_id, bouncer_public_key, encrypted_push_registration }
  const answer = await askBouncer(realm.config, 'e2ee/register', { realm_uuid: realmUuid(realm), ...registration })
  realm.transaction(() => {
    const before = findClientDevice(realm.sql, device_id)
    // The user may have removed the device meanwhile.
    if (before?.pending_push_token_id !== token_id || before.due_at === null) return
    const after = { ...before, ...resultFor(realm, before, answer), attempts: before.attempts + 1 }
    if (after.due_at === null) updateClientDevice(realm, after)
    else writeClientDevice(realm, after)
  })
}

const FINISHED = { due_at: null, bouncer_public_key: null, encrypted_push_registration: null }

function resultFor(realm: ReadOnlyRealm, device: ClientDevice, answer: BouncerAnswer): Partial<ClientDevice> {
  const attempts = device.attempts + 1
  if (answer.ok) return { ...FINISHED, push_token_id: device.pending_push_token_id, pending_push_token_id: null }
  if (answer.isFinal || isLastAttempt(attempts)) return { ...FINISHED, error_code: answer.code }
  const pauseSeconds = retryAfterSeconds(answer.retry_after, realm.now())
  return { due_at: realm.now() + Math.max(pauseSeconds, repeatedPause('push', attempts)) }
}
