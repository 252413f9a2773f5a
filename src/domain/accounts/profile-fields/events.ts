import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, profileFieldShape, type ProfileField } from './profile-field'
import { profileFields } from './storage'

/** Clients delete the values of a field that is no longer in the list. */
export const profileFieldsChanged = event<{ fields: readonly ProfileField[] }>({
  type: 'custom_profile_fields',
  summary: 'The custom profile fields of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  updates: 'custom_profile_fields',
  fields: { fields: v.array(profileFieldShape) },
})

export const profileFieldsState = stateSlice({
  fetchedFor: ['custom_profile_fields'],
  fields: {
    custom_profile_fields: v.array(profileFieldShape),
    custom_profile_field_types: v.record(v.string(), v.strictObject({ id: v.number(), name: v.string() })),
  },
  read: (realm) => ({
    custom_profile_fields: [...profileFields(realm)],
    custom_profile_field_types: FIELD_TYPES,
  }),
})

export const externalAccountsState = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    realm_default_external_accounts: v.record(
      v.string(),
      v.strictObject({ name: v.string(), text: v.string(), hint: v.string(), url_pattern: v.string() }),
    ),
  },
  read: () => ({ realm_default_external_accounts: EXTERNAL_ACCOUNTS }),
})
