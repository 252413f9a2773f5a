import { concept } from '../../../concept'
import devicePushes from './device-pushes.sql'
import tables from './tables.sql'
import {
  registerPushDevice,
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
  registerClientDevice,
  removeClientDevice,
} from './endpoints'
import {
  pushDeviceChanged,
  pushDevicesState,
  clientDeviceAdded,
  clientDeviceRemoved,
  clientDeviceUpdated,
  clientDevicesState,
} from './events'

export const pushDevices = concept({
  name: 'people/push-devices',
  title: 'Push notifications',
  tables: [tables, devicePushes],
  endpoints: [
    registerPushDevice,
    addApnsToken,
    removeApnsToken,
    addFcmToken,
    removeFcmToken,
    registerClientDevice,
    removeClientDevice,
  ],
  events: [pushDeviceChanged, clientDeviceAdded, clientDeviceRemoved, clientDeviceUpdated],
  state: [pushDevicesState, clientDevicesState],
})
