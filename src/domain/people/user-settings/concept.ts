import { concept } from '../../../concept'
import tables from './tables.sql'
import { runCommand } from './endpoints'
import {
  userSettingChanged,
  realmDefaultChanged,
  displaySettingChanged,
  notificationSettingChanged,
  userSettingsState,
  realmDefaultsState,
  displaySettingsState,
  notificationSettingsState,
} from './events'

export const userSettings = concept({
  name: 'people/user-settings',
  title: 'Personal settings',
  tables: [tables],
  endpoints: [runCommand],
  events: [userSettingChanged, realmDefaultChanged, displaySettingChanged, notificationSettingChanged],
  state: [userSettingsState, realmDefaultsState, displaySettingsState, notificationSettingsState],
})
