import { concept } from '../../../concept'
import tables from './tables.sql'
import { runCommand } from './command-endpoints'
import {
  userSettingChanged,
  realmDefaultChanged,
  displaySettingChanged,
  notificationSettingChanged,
  userSettingsSlice,
  realmDefaultsSlice,
  displaySettingsSlice,
  notificationSettingsSlice,
} from './events'

export const userSettings = concept({
  name: 'people/user-settings',
  title: 'Personal settings',
  tables: [tables],
  endpoints: [runCommand],
  events: [userSettingChanged, realmDefaultChanged, displaySettingChanged, notificationSettingChanged],
  state: [userSettingsSlice, realmDefaultsSlice, displaySettingsSlice, notificationSettingsSlice],
})
