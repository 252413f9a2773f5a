import * as v from 'valibot'
import { boolean, dictionary, shortText, ids, integer, list, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators, anyUser, humans } from '../../people/users/callers'
import { updateField, createField, removeField, reorderFields } from './actions'
import { fieldDataErrors, MAX_FIELD_DATA_LENGTH, MAX_CHOICES } from './field-data-rules'
import { profileFieldShape } from './profile-field'
import {
  fieldErrors,
  invalidFieldType,
  invalidOrder,
  MAX_FIELD_NAME_LENGTH,
  MAX_HINT_LENGTH,
  defaultFieldFixed,
  MAX_FIELDS,
  fieldDoesNotExist,
  tooManyFields,
} from './rules'
import { profileFields } from './storage'
import { MAX_VALUES_AT_ONCE, profileDataParam, withTemplates } from './profile-data'
import { clearOwnProfileData, setOwnProfileData } from './profile-data-actions'
import { valueErrors } from './value-rules'

const name = text(MAX_FIELD_NAME_LENGTH)
const hint = text(MAX_HINT_LENGTH)
/** The options of a list by their keys, or the definition of an external account. */
const field_data = dictionary(
  shortText(),
  v.union([text(MAX_FIELD_DATA_LENGTH), v.strictObject({ text: shortText(), order: shortText() })]),
  MAX_CHOICES,
)

export const getProfileFields = endpoint.decision({
  route: 'GET /realm/profile_fields',
  summary: 'Get the custom profile fields of the organization.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: {},
  returns: { custom_fields: v.array(profileFieldShape) },
  errors: [],
  decide: (realm) => ({ custom_fields: [...profileFields(realm)] }),
})

export const createProfileField = endpoint.decision({
  route: 'POST /realm/profile_fields',
  summary: 'Create a custom profile field.',
  caller: administrators,
  params: {
    name: optional(name, ''),
    hint: optional(hint, ''),
    field_type: integer(),
    field_data: optional(field_data, {}),
    display_in_profile_summary: optional(boolean(), false),
    required: optional(boolean(), false),
    editable_by_user: optional(boolean(), true),
    use_for_user_matching: optional(boolean(), false),
  },
  returns: { id: v.number() },
  errors: [invalidFieldType, tooManyFields, ...fieldErrors, ...fieldDataErrors],
  decide: (realm, _, field) => ({ id: createField(realm, field) }),
})

export const updateProfileField = endpoint.decision({
  route: 'PATCH /realm/profile_fields/:field_id',
  summary: 'Change a custom profile field: its name, hint and options, and who can edit its values.',
  caller: administrators,
  params: {
    field_id: integer(),
    name: optional(name),
    hint: optional(hint),
    field_data: optional(field_data),
    display_in_profile_summary: optional(boolean()),
    required: optional(boolean()),
    editable_by_user: optional(boolean()),
    use_for_user_matching: optional(boolean()),
  },
  returns: {},
  errors: [fieldDoesNotExist, defaultFieldFixed, ...fieldErrors, ...fieldDataErrors],
  decide: (realm, _, { field_id, ...changes }) => updateField(realm, field_id, changes),
})

export const deleteProfileField = endpoint.decision({
  route: 'DELETE /realm/profile_fields/:field_id',
  summary: 'Delete a custom profile field and its values.',
  caller: administrators,
  params: { field_id: integer() },
  returns: {},
  errors: [fieldDoesNotExist],
  decide: (realm, _, { field_id }) => removeField(realm, field_id),
})

export const reorderProfileFields = endpoint.decision({
  route: 'PATCH /realm/profile_fields',
  summary: 'Reorder the custom profile fields.',
  caller: administrators,
  params: { order: list(integer(), MAX_FIELDS) },
  returns: {},
  errors: [invalidOrder],
  decide: (realm, _, { order }) => reorderFields(realm, order),
})

export const updateOwnProfileData = endpoint.decision({
  route: 'PATCH /users/me/profile_data',
  summary: 'Set values of your own profile fields.',
  caller: humans,
  params: { data: profileDataParam },
  returns: {},
  errors: [fieldDoesNotExist, ...valueErrors],
  prepare: (edge, { data }) => ({ data: withTemplates(edge, data) }),
  decide: (realm, actor, { data }) => setOwnProfileData(realm, actor, data),
})

export const deleteOwnProfileData = endpoint.decision({
  route: 'DELETE /users/me/profile_data',
  summary: 'Delete values of your own profile fields.',
  caller: humans,
  params: { data: ids(MAX_VALUES_AT_ONCE) },
  returns: {},
  errors: [fieldDoesNotExist, ...valueErrors],
  decide: (realm, actor, { data }) => clearOwnProfileData(realm, actor, data),
})
