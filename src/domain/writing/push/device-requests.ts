import type { ReadOnlyRealm } from '../../../realm'
import { pushKeyOf } from '../../people/push-devices/client-device-actions'
import { clientDevicesOf } from '../../people/push-devices/client-device-storage'
import type { Payload } from './payloads'
import { secretbox } from './secretbox'

/** Returns the request for each device of a user that has a key and a token: of all, or of one. */
export function deviceRequests(realm: ReadOnlyRealm, user_id: number, payload: Payload, device_id?: number) {
  return clientDevicesOf(realm.sql, user_id).flatMap((device) => {
    const { push_token_id: token_id, push_key_id, token_kind } = device
    if (token_id === null || (device_id !== undefined && device.device_id !== device_id)) return []
    const key = pushKeyOf(realm, device.device_id)
    if (key === undefined) return []
    const encrypted_data = secretbox(key, JSON.stringify(payload)).toBase64()
    const sealed = { push_key_id, encrypted_data }
    return [{ token_id, ...(token_kind === 'apns' ? appleRequest(payload, sealed) : androidRequest(payload, sealed)) }]
  })
}

const androidRequest = ({ type }: Payload, payload: object) => ({
  fcm_priority: type === 'remove' ? 'normal' : 'high',
  payload,
})

/** An app of Apple decrypts the notification in an extension, which the system starts for mutable content. */
const appleRequest = ({ type }: Payload, sealed: object) =>
  type === 'remove'
    ? {
        http_headers: { apns_priority: 5, apns_push_type: 'background' },
        payload: { ...sealed, aps: { 'mutable-content': 1 } },
      }
    : {
        http_headers: { apns_priority: 10, apns_push_type: 'alert' },
        payload: {
          ...sealed,
          aps: { 'mutable-content': 1, alert: { title: 'New notification' }, sound: 'default' },
        },
      }
