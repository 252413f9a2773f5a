import { concept } from '../../../concept'
import devicePushes from './device-pushes.sql'
import tokenChanges from './token-changes.sql'
import tokenKinds from './token-kinds.sql'
import tables from './tables.sql'
import { turnPushAppOff, turnPushAppOn } from './app-endpoints'
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
  tables: [tables, devicePushes, tokenKinds, tokenChanges],
  endpoints: [
    registerPushDevice,
    addApnsToken,
    removeApnsToken,
    addFcmToken,
    removeFcmToken,
    registerClientDevice,
    removeClientDevice,
    turnPushAppOn,
    turnPushAppOff,
  ],
  events: [pushDeviceChanged, clientDeviceAdded, clientDeviceRemoved, clientDeviceUpdated],
  state: [pushDevicesState, clientDevicesState],
})
