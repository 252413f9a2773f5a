import { concept } from '../../../concept'
import {
  finishChangingSettings,
  updateRealmUserSettingsDefaults,
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
} from './endpoints'

export const ownSettings = concept({
  name: 'accounts/own-settings',
  title: 'Personal settings',
  endpoints: [
    finishChangingSettings,
    updateRealmUserSettingsDefaults,
    updateSettings,
    updateDisplaySettings,
    updateNotificationSettings,
  ],
})
