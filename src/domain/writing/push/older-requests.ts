import type { Realm } from '../../../realm'
import type { PushToken } from '../../people/push-devices/rules'
import type { PushDevice } from '../../people/push-devices/storage'
import type { BouncerRequest } from '../../people/push-service/bouncer'
import { userUuid } from '../../people/user-uuids/storage'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { bouncerTokenOf } from './bouncer-tokens'
import { legacyPayloads } from './legacy-payloads'
import { priorityOf, type Payload } from './payloads'
import { seal } from './seal'

/** Returns the request for the phones of a user that cannot decrypt. The bouncer sends it to all tokens that it knows of the user. */
export function legacyRequest(
  realm: Realm,
  payload: Exclude<Payload, { type: 'test' }>,
  tokens: readonly PushToken[],
): BouncerRequest {
  const { user_id } = payload
  const tokensOf = (kind: PushToken['token_kind']) =>
    tokens.filter(({ token_kind }) => token_kind === kind).map(bouncerTokenOf)
  const json = {
    user_uuid: userUuid(realm, user_id),
    user_id,
    realm_uuid: realmUuid(realm),
    ...legacyPayloads(realm, payload),
    gcm_options: { priority: priorityOf(payload) },
    android_devices: tokensOf('fcm'),
    apple_devices: tokensOf('apns'),
  }
  return { path: 'push/notify', json }
}

/**
 * Returns the request for each phone of feature level 406, with the encrypted payload. Some keys of the right length cannot be used
 * for encryption. A phone with such a key gets no notification, and does not prevent those of other phones.
 */
export async function oldSealedRequests(devices: readonly PushDevice[], payload: Payload) {
  const requests = await Promise.allSettled(devices.map((device) => oldSealedRequest(device, payload)))
  return requests.flatMap((request) => (request.status === 'fulfilled' ? [request.value] : []))
}

async function oldSealedRequest(device: PushDevice, payload: Payload) {
  const { push_account_id, push_public_key, bouncer_device_id } = device
  const sealed = await seal(Uint8Array.fromBase64(push_public_key), JSON.stringify(payload))
  return {
    device_id: bouncer_device_id,
    push_account_id,
    encrypted_data: sealed.toBase64(),
    priority: priorityOf(payload),
  }
}
