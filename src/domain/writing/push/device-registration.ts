import * as v from 'valibot'
import { retryAfterSeconds } from '../../../outside/retry-after'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import { endToken, updateDevice } from '../../people/push-devices/actions'
import { updateClientDevice } from '../../people/push-devices/client-device-actions'
import { findClientDevice, writeClientDevice, type ClientDevice } from '../../people/push-devices/client-device-storage'
import {
  pushDevicesOf,
  pushTokensOf,
  statusOf,
  writePushDevice,
  type PushDevice,
} from '../../people/push-devices/storage'
import type { BouncerAnswer } from '../../people/push-service/bouncer'
import { BOUNCER_FAILED } from '../../people/push-service/rules'
import { askForRealm } from '../../people/push-service/status'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { tokenIdOf } from './bouncer-tokens'
import { isLastRegistration } from './rules'

const deviceIdShape = v.object({ device_id: v.union([v.string(), v.number()]) })

/** Registers a phone of feature level 406 with the bouncer, and writes the result. */
export async function registerWithBouncer(realm: Realm, device: PushDevice): Promise<void> {
  const { user_id, push_account_id, bouncer_public_key, encrypted_push_registration } = device
  const registration = { push_account_id: String(push_account_id), bouncer_public_key, encrypted_push_registration }
  const form = { realm_uuid: realmUuid(realm), ...registration }
  const answer = await askForRealm(realm, { path: 'push/e2ee/register', form })
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
  const given = answer.ok ? v.safeParse(deviceIdShape, answer.fields) : undefined
  if (given?.success) return { ...device, bouncer_device_id: String(given.output.device_id), due_at: null, attempts }
  const error_code = answer.ok ? BOUNCER_FAILED : answer.code
  if ((!answer.ok && answer.retry === 'never') || isLastRegistration(attempts))
    return { ...device, error_code, due_at: null, attempts }
  return { ...device, due_at: nextAttempt(realm, answer, attempts), attempts }
}

function nextAttempt(realm: ReadOnlyRealm, answer: BouncerAnswer, attempts: number): number {
  const pauseSeconds = answer.ok ? 0 : retryAfterSeconds(answer.retry_after, realm.now())
  return realm.now() + Math.max(pauseSeconds, repeatedPause('push', attempts))
}

/** Registers the token of a device with the bouncer, and writes the result. */
export async function registerTokenWithBouncer(realm: Realm, device: ClientDevice): Promise<void> {
  const { device_id, pending_push_token_id: token_id, bouncer_public_key, encrypted_push_registration } = device
  if (token_id === null || bouncer_public_key === null || encrypted_push_registration === null) return
  const form = { realm_uuid: realmUuid(realm), token_id, bouncer_public_key, encrypted_push_registration }
  const answer = await askForRealm(realm, { path: 'push/e2ee/register', form })
  realm.transaction(() => {
    const before = findClientDevice(realm.sql, device_id)
    // The user may have removed the device meanwhile.
    if (before?.pending_push_token_id !== token_id || before.due_at === null) return
    const after = { ...before, ...resultFor(realm, before, answer), attempts: before.attempts + 1 }
    if (after.due_at === null) updateClientDevice(realm, after)
    else writeClientDevice(realm, after)
    if (answer.ok) endUnsealedToken(realm, before.user_id, token_id)
  })
}

const FINISHED = { due_at: null, bouncer_public_key: null, encrypted_push_registration: null }

/** The bouncer refuses a registration that is a day old. A client that sees the code registers its token again. */
const REQUEST_EXPIRED = 'REQUEST_EXPIRED'

function resultFor(realm: ReadOnlyRealm, device: ClientDevice, answer: BouncerAnswer): Partial<ClientDevice> {
  if (answer.ok) return { ...FINISHED, push_token_id: device.pending_push_token_id, pending_push_token_id: null }
  if (answer.retry === 'never') return { ...FINISHED, error_code: answer.code }
  const isExpired = realm.now() >= (device.token_updated_at ?? 0) + SECONDS_PER_DAY
  if (isExpired) return { ...FINISHED, error_code: REQUEST_EXPIRED }
  return { due_at: nextAttempt(realm, answer, device.attempts + 1) }
}

/** An app that was updated sends its token sealed. It must not receive each notification twice (feature level 483). */
function endUnsealedToken(realm: Realm, user_id: number, token_id: string): void {
  for (const token of pushTokensOf(realm.sql, user_id))
    if (tokenIdOf(token) === token_id) endToken(realm, user_id, token)
}
