import { badRequest, type ApiError } from '../../../api/errors'
import { refusalOfFieldData, type FieldData } from './field-data-rules'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldType, type ProfileField } from './profile-field'

export const MAX_FIELD_NAME_LENGTH = 40
export const MAX_HINT_LENGTH = 80
const MAX_IN_SUMMARY = 2
// Each change of a field publishes all fields to all users.
export const MAX_FIELDS = 100

export const fieldDoesNotExist = badRequest((f: { id: number }) => `Field id ${f.id} not found.`)
export const invalidFieldType = badRequest(() => 'Invalid field type.')
export const invalidOrder = badRequest(() => 'Invalid order mapping.')
export const defaultFieldFixed = badRequest(() => 'Default custom field cannot be updated.')
const labelBlank = badRequest(() => 'Label cannot be blank.')
const labelTaken = badRequest(() => 'A field with that label already exists.')
const notForSummary = badRequest(() => 'Field type not supported for display in profile summary.')
const tooManyInSummary = badRequest(
  () => `Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
)
export const tooManyFields = badRequest(() => `An organization can have no more than ${MAX_FIELDS} profile fields.`)
/** The errors of `refusalOfField`, without those of the field data. */
export const fieldErrors = [labelBlank, labelTaken, notForSummary, tooManyInSummary]

// A list of users may be too long for the summary.
const NOT_FOR_SUMMARY: readonly FieldType[] = [FIELD_TYPES.USER.id]

type RequestedField = Omit<ProfileField, 'id' | 'order'> & { data: FieldData }

export const refusalOfMoreFields = (others: readonly ProfileField[]): ApiError | undefined =>
  others.length >= MAX_FIELDS ? tooManyFields({}) : undefined

/** Refuses a field with invalid properties, or one that cannot exist beside the others. */
export function refusalOfField(field: RequestedField, others: readonly ProfileField[]): ApiError | undefined {
  if (field.name === '') return labelBlank({})
  const inSummary = others.filter((other) => other.display_in_profile_summary)
  if (field.display_in_profile_summary && NOT_FOR_SUMMARY.includes(field.type)) return notForSummary({})
  if (field.display_in_profile_summary && inSummary.length >= MAX_IN_SUMMARY) return tooManyInSummary({})
  return (
    refusalOfFieldData(field.type, field.data) ??
    (others.some(({ name }) => name === field.name) ? labelTaken({}) : undefined)
  )
}

/** Returns the default external account that a field is for; undefined for all other fields. */
export function findDefaultAccount(type: FieldType, { subtype }: FieldData) {
  const accounts: Partial<Record<string, { name: string; hint: string }>> = EXTERNAL_ACCOUNTS
  return type === FIELD_TYPES.EXTERNAL_ACCOUNT.id && typeof subtype === 'string' && Object.hasOwn(accounts, subtype)
    ? accounts[subtype]
    : undefined
}

/** Refuses an order that does not name every field once. */
export const refusalOfOrder = (order: readonly number[], fields: readonly ProfileField[]): ApiError | undefined =>
  order.length === fields.length && fields.every(({ id }) => order.includes(id)) ? undefined : invalidOrder({})
