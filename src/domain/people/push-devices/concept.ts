import { concept } from '../../../concept'
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
  clientDevicesState,
} from './events'

export const pushDevices = concept({
  name: 'people/push-devices',
  title: 'Push notifications',
  tables: [tables],
  endpoints: [
    registerPushDevice,
    addApnsToken,
    removeApnsToken,
    addFcmToken,
    removeFcmToken,
    registerClientDevice,
    removeClientDevice,
  ],
  events: [pushDeviceChanged, clientDeviceAdded, clientDeviceRemoved],
  state: [pushDevicesState, clientDevicesState],
})
