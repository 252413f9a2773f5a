import { badRequest, type ApiError } from '../../../api/errors'
import { refusalOfFieldData, type FieldData } from './field-data-rules'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldType, type ProfileField } from './profile-field'

export const MAX_FIELD_NAME_LENGTH = 40
export const MAX_HINT_LENGTH = 80
const MOST_IN_SUMMARY = 2
// Whatever becomes of one tells everyone of all of them.
export const MOST_FIELDS = 100

export const noSuchField = badRequest((f: { id: number }) => `Field id ${f.id} not found.`)
export const invalidFieldType = badRequest(() => 'Invalid field type.')
export const invalidOrder = badRequest(() => 'Invalid order mapping.')
export const mayNotChangeDefault = badRequest(() => 'Default custom field cannot be updated.')
const labelBlank = badRequest(() => 'Label cannot be blank.')
const labelTaken = badRequest(() => 'A field with that label already exists.')
const notForSummary = badRequest(() => 'Field type not supported for display in profile summary.')
const tooManyInSummary = badRequest(
  () => `Only ${MOST_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
)
export const tooManyFields = badRequest(() => `An organization can have no more than ${MOST_FIELDS} profile fields.`)
/** All that a field may be refused for, beside what it is made of. */
export const fieldErrors = [labelBlank, labelTaken, notForSummary, tooManyInSummary]

// They are too long for it, or too many.
const NOT_FOR_SUMMARY: readonly FieldType[] = [FIELD_TYPES.LONG_TEXT.id, FIELD_TYPES.USER.id]

type Wished = Omit<ProfileField, 'id' | 'order'> & { data: FieldData }

export const refusalOfAnother = (others: readonly ProfileField[]): ApiError | undefined =>
  others.length >= MOST_FIELDS ? tooManyFields({}) : undefined

/** May there be this field beside the others? */
export function refusalOfField(wished: Wished, others: readonly ProfileField[]): ApiError | undefined {
  if (wished.name === '') return labelBlank({})
  const shown = others.filter((field) => field.display_in_profile_summary)
  if (wished.display_in_profile_summary && NOT_FOR_SUMMARY.includes(wished.type)) return notForSummary({})
  if (wished.display_in_profile_summary && shown.length >= MOST_IN_SUMMARY) return tooManyInSummary({})
  return (
    refusalOfFieldData(wished.type, wished.data) ??
    (others.some(({ name }) => name === wished.name) ? labelTaken({}) : undefined)
  )
}

/** Which account elsewhere a field is about, where it is one that every realm knows. */
export function defaultAccountOf(type: FieldType, { subtype }: FieldData) {
  const known: Partial<Record<string, { name: string; hint: string }>> = EXTERNAL_ACCOUNTS
  return type === FIELD_TYPES.EXTERNAL_ACCOUNT.id && typeof subtype === 'string' && Object.hasOwn(known, subtype)
    ? known[subtype]
    : undefined
}

/** An order names every field once. */
export const refusalOfOrder = (order: readonly number[], fields: readonly ProfileField[]): ApiError | undefined =>
  order.length === fields.length && fields.every(({ id }) => order.includes(id)) ? undefined : invalidOrder({})
