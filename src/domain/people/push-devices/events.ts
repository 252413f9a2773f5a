import * as v from 'valibot'
import { mapTable } from '../../../api/table'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { User } from '../users/user'
import { clientDevicesOf, type ClientDevice } from './client-device-storage'
import type { DeviceStatus } from './rules'
import { pushDevicesOf, statusOf } from './storage'

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

const pushFields = {
  push_key_id: v.nullable(v.number()),
  push_token_id: v.nullable(v.string()),
  pending_push_token_id: v.nullable(v.string()),
  push_token_last_updated_timestamp: v.nullable(v.number()),
  push_registration_error_code: v.nullable(v.string()),
}

/** How a device receives notifications, as clients see it. */
type PushFields = {
  push_key_id: number | null
  push_token_id: string | null
  pending_push_token_id: string | null
  push_token_last_updated_timestamp: number | null
  push_registration_error_code: string | null
}

export const pushFieldsOf = (device: ClientDevice): PushFields => ({
  push_key_id: device.push_key_id,
  push_token_id: device.push_token_id,
  pending_push_token_id: device.pending_push_token_id,
  push_token_last_updated_timestamp: device.token_updated_at,
  push_registration_error_code: device.error_code,
})

/** Returns the fields whose values differ. */
export const changedFields = (before: PushFields, after: PushFields): Partial<PushFields> => ({
  ...(after.push_key_id === before.push_key_id ? {} : { push_key_id: after.push_key_id }),
  ...(after.push_token_id === before.push_token_id ? {} : { push_token_id: after.push_token_id }),
  ...(after.pending_push_token_id === before.pending_push_token_id
    ? {}
    : { pending_push_token_id: after.pending_push_token_id }),
  ...(after.push_token_last_updated_timestamp === before.push_token_last_updated_timestamp
    ? {}
    : { push_token_last_updated_timestamp: after.push_token_last_updated_timestamp }),
  ...(after.push_registration_error_code === before.push_registration_error_code
    ? {}
    : { push_registration_error_code: after.push_registration_error_code }),
})

export const clientDeviceUpdated = event<{ device_id: number } & Partial<PushFields>>({
  type: 'device',
  op: 'update',
  summary: 'The key or the token of a device for push notifications changed. The event has the changed fields.',
  recipients: { users: 'the user' },
  updates: 'device',
  fields: { device_id: v.number(), ...mapTable(pushFields, (schema) => v.optional(schema)) },
})

export const clientDevicesState = stateSlice({
  fetchedFor: ['device'],
  fields: { devices: v.record(v.string(), v.strictObject(pushFields)) },
  read: (realm: ReadOnlyRealm, { user_id }: User) => ({
    devices: Object.fromEntries(
      clientDevicesOf(realm.sql, user_id).map((device) => [device.device_id, pushFieldsOf(device)]),
    ),
  }),
})
