import { concept } from '../../../concept'
import edited from './edited.sql'
import tables from './tables.sql'
import typing from './typing.sql'
import { runCommand } from './endpoints'
import {
  userSettingChanged,
  realmDefaultChanged,
  displaySettingChanged,
  notificationSettingChanged,
  userSettingsState,
  reportTypesState,
  realmDefaultsState,
  displaySettingsState,
  notificationSettingsState,
} from './events'

export const userSettings = concept({
  name: 'people/user-settings',
  title: 'Personal settings',
  tables: [tables, edited, typing],
  endpoints: [runCommand],
  events: [userSettingChanged, realmDefaultChanged, displaySettingChanged, notificationSettingChanged],
  state: [userSettingsState, reportTypesState, realmDefaultsState, displaySettingsState, notificationSettingsState],
})
