import type { ReadOnlyRealm } from '../../../realm'
import { pushKeyOf } from '../../people/push-devices/client-device-actions'
import { clientDevicesOf } from '../../people/push-devices/client-device-storage'
import { priorityOf, type Payload } from './payloads'
import { secretbox } from './secretbox'

/** Returns the request for each device of a user that has a key and a token: of all, or of one. */
export function deviceRequests(realm: ReadOnlyRealm, user_id: number, payload: Payload, device_id?: number) {
  return clientDevicesOf(realm.sql, user_id).flatMap((device) => {
    const { push_token_id: token_id, push_key_id } = device
    if (token_id === null || (device_id !== undefined && device.device_id !== device_id)) return []
    const key = pushKeyOf(realm, device.device_id)
    if (key === undefined) return []
    const encrypted_data = secretbox(key, JSON.stringify(payload)).toBase64()
    return [{ token_id, push_key_id, encrypted_data, priority: priorityOf(payload) }]
  })
}
