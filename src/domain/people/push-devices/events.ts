import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { User } from '../users/user'
import type { DeviceStatus } from './rules'
import { clientDevicesOf, pushDevicesOf, statusOf } from './storage'

const statusFields = { status: v.picklist(['active', 'failed', 'pending']), error_code: v.nullable(v.string()) }

export const pushDeviceChanged = event<{ push_account_id: string; status: DeviceStatus; error_code: string | null }>({
  type: 'push_device',
  summary: 'The registration of a device for push notifications succeeded, failed or started again.',
  recipients: { users: 'the owner of the device' },
  updates: 'push_device',
  fields: { push_account_id: v.string(), ...statusFields },
})

export const pushDevicesState = stateSlice({
  fetchedFor: ['push_device'],
  fields: { push_devices: v.record(v.string(), v.strictObject(statusFields)) },
  read: (realm: ReadOnlyRealm, { user_id }: User) => ({
    push_devices: Object.fromEntries(
      pushDevicesOf(realm.sql, user_id).map((device) => [
        device.push_account_id,
        { status: statusOf(device), error_code: device.error_code },
      ]),
    ),
  }),
})

export const clientDeviceAdded = event<{ device_id: number }>({
  type: 'device',
  op: 'add',
  summary: 'The user registered a device.',
  recipients: { users: 'the user' },
  updates: 'device',
  fields: { device_id: v.number() },
})

export const clientDeviceRemoved = event<{ device_id: number }>({
  type: 'device',
  op: 'remove',
  summary: 'The user removed a device.',
  recipients: { users: 'the user' },
  updates: 'device',
  fields: { device_id: v.number() },
})

// Phones are registered by `push_account_id`, not as devices, so these fields of a device are always null.
const NO_PUSH = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

export const clientDevicesState = stateSlice({
  fetchedFor: ['device'],
  fields: {
    devices: v.record(
      v.string(),
      v.strictObject({
        push_key_id: v.nullable(v.number()),
        push_token_id: v.nullable(v.string()),
        pending_push_token_id: v.nullable(v.string()),
        push_token_last_updated_timestamp: v.nullable(v.number()),
        push_registration_error_code: v.nullable(v.string()),
      }),
    ),
  },
  read: (realm: ReadOnlyRealm, { user_id }: User) => ({
    devices: Object.fromEntries(clientDevicesOf(realm.sql, user_id).map((device_id) => [device_id, NO_PUSH])),
  }),
})
