import * as v from 'valibot'
import { boolean, dictionary, shortText, ids, integer, list, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { administrators, anyUser, humans } from '../../people/users/callers'
import { changeField, createField, removeField, reorderFields } from './actions'
import { fieldDataErrors, MAX_FIELD_DATA_LENGTH, MOST_CHOICES } from './field-data-rules'
import { profileFieldShape } from './profile-field'
import {
  fieldErrors,
  invalidFieldType,
  invalidOrder,
  MAX_FIELD_NAME_LENGTH,
  MAX_HINT_LENGTH,
  mayNotChangeDefault,
  MOST_FIELDS,
  noSuchField,
  tooManyFields,
} from './rules'
import { profileFields } from './storage'
import { MOST_SAYINGS, sayings, sayNothingOfOneself, sayOfOneself, withTemplates } from './values'
import { valueErrors } from './value-rules'

const name = text(MAX_FIELD_NAME_LENGTH)
const hint = text(MAX_HINT_LENGTH)
/** The options of a list by their keys, or what an account elsewhere is made of. */
const field_data = dictionary(
  shortText(),
  v.union([text(MAX_FIELD_DATA_LENGTH), v.strictObject({ text: shortText(), order: shortText() })]),
  MOST_CHOICES,
)

export const getProfileFields = endpoint.decision({
  route: 'GET /realm/profile_fields',
  summary: 'What people may say of themselves in this organization.',
  caller: anyUser,
  params: {},
  returns: { custom_fields: v.array(profileFieldShape) },
  errors: [],
  decide: (realm) => ({ custom_fields: [...profileFields(realm)] }),
})

export const createProfileField = endpoint.decision({
  route: 'POST /realm/profile_fields',
  summary: 'Let people say one more thing of themselves.',
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
  decide: (realm, _, wished) => ({ id: createField(realm, wished) }),
})

export const updateProfileField = endpoint.decision({
  route: 'PATCH /realm/profile_fields/:field_id',
  summary: 'Change what a profile field is called, what may be said in it, and by whom.',
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
  errors: [noSuchField, mayNotChangeDefault, ...fieldErrors, ...fieldDataErrors],
  decide: (realm, _, { field_id, ...changes }) => changeField(realm, field_id, changes),
})

export const deleteProfileField = endpoint.decision({
  route: 'DELETE /realm/profile_fields/:field_id',
  summary: 'Delete a profile field, and what people said in it.',
  caller: administrators,
  params: { field_id: integer() },
  returns: {},
  errors: [noSuchField],
  decide: (realm, _, { field_id }) => removeField(realm, field_id),
})

export const reorderProfileFields = endpoint.decision({
  route: 'PATCH /realm/profile_fields',
  summary: 'Put the profile fields into another order.',
  caller: administrators,
  params: { order: list(integer(), MOST_FIELDS) },
  returns: {},
  errors: [invalidOrder],
  decide: (realm, _, { order }) => reorderFields(realm, order),
})

export const updateOwnProfileData = endpoint.decision({
  route: 'PATCH /users/me/profile_data',
  summary: 'Say things of yourself.',
  caller: humans,
  params: { data: sayings },
  returns: {},
  errors: [noSuchField, ...valueErrors],
  prepare: (edge, { data }) => ({ data: withTemplates(edge, data) }),
  decide: (realm, actor, { data }) => sayOfOneself(realm, actor, data),
})

export const deleteOwnProfileData = endpoint.decision({
  route: 'DELETE /users/me/profile_data',
  summary: 'Say things of yourself no longer.',
  caller: humans,
  params: { data: ids(MOST_SAYINGS) },
  returns: {},
  errors: [noSuchField, ...valueErrors],
  decide: (realm, actor, { data }) => sayNothingOfOneself(realm, actor, data),
})
