import { concept } from '../../../concept'
import tables from './tables.sql'
import {
  getProfileFields,
  createProfileField,
  updateProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateOwnProfileData,
  deleteOwnProfileData,
} from './endpoints'
import { profileFieldsChanged, profileFieldsState, externalAccountsState } from './events'

export const profileFields = concept({
  name: 'accounts/profile-fields',
  title: 'Custom profile fields',
  tables: [tables],
  endpoints: [
    getProfileFields,
    createProfileField,
    updateProfileField,
    deleteProfileField,
    reorderProfileFields,
    updateOwnProfileData,
    deleteOwnProfileData,
  ],
  events: [profileFieldsChanged],
  state: [profileFieldsState, externalAccountsState],
})
