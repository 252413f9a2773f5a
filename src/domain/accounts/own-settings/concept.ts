import { concept } from '../../../concept'
import {
  updateRealmUserSettingsDefaults,
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
} from './endpoints'

export const ownSettings = concept({
  name: 'accounts/own-settings',
  title: 'Personal settings',
  endpoints: [updateRealmUserSettingsDefaults, updateSettings, updateDisplaySettings, updateNotificationSettings],
})
