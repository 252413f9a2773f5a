import { badRequest, type ApiError } from '../../../api/errors'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { isUrl } from './field-data-rules'
import { FIELD_TYPES, type FieldType, type ProfileField } from './profile-field'

const MAX_SHORT_LENGTH = 50
export const MAX_LONG_LENGTH = 500

export const fieldNotEditable = badRequest(
  () => 'You are not allowed to change this field. Contact an administrator to update it.',
)
const wrongKind = badRequest((f: { name: string; expected: string }) => `${f.name} is not ${f.expected}`)
const valueTooLong = badRequest(
  (f: { name: string; limit: number }) => `${f.name} is too long (limit: ${f.limit} characters)`,
)
const notAChoice = badRequest(
  (f: { name: string; value: string }) => `'${f.value}' is not a valid choice for '${f.name}'.`,
)
const invalidUser = badRequest((f: { user_id: number }) => `Invalid user ID: ${f.user_id}`)
/** The errors of `refusalOfValue`, and of the endpoints that set values. */
export const valueErrors = [fieldNotEditable, wrongKind, valueTooLong, notAChoice, invalidUser, markdownTooLarge]

/** The value of a field, as a client sends it. Null deletes the value, and so does an empty value. */
export type FieldValue = string | readonly number[] | null

/** Returns the value as the realm stores it; undefined if the value deletes what is stored. */
export function storedValueOf(value: FieldValue): string | undefined {
  if (value === null || value.length === 0) return undefined
  return typeof value === 'string' ? value : JSON.stringify([...new Set(value)])
}

/** Refuses a value that the field does not take. `isActivePerson` decides which users a list of users may have. */
export function refusalOfValue(
  field: ProfileField,
  value: FieldValue,
  isActivePerson: (user_id: number) => boolean,
): ApiError | undefined {
  if (value === null || value.length === 0) return undefined
  if (typeof value === 'string') return (TEXT_RULES[field.type] ?? refusalOfShortText)(field, value)
  if (field.type !== FIELD_TYPES.USER.id) return wrongKind({ name: field.name, expected: 'a string' })
  const invalidId = value.find((user_id) => !isActivePerson(user_id))
  return invalidId === undefined ? undefined : invalidUser({ user_id: invalidId })
}

type TextRule = (field: ProfileField, text: string) => ApiError | undefined

const refusalOfShortText: TextRule = ({ name }, text) => refusalOfLength(name, text, MAX_SHORT_LENGTH)

const TEXT_RULES: Partial<Record<FieldType, TextRule>> = {
  [FIELD_TYPES.LONG_TEXT.id]: ({ name }, text) => refusalOfLength(name, text, MAX_LONG_LENGTH),
  [FIELD_TYPES.SELECT.id]: ({ name, field_data }, value) =>
    Object.hasOwn(JSON.parse(field_data), value) ? undefined : notAChoice({ name, value }),
  [FIELD_TYPES.DATE.id]: ({ name }, text) => (isDate(text) ? undefined : wrongKind({ name, expected: 'a date' })),
  [FIELD_TYPES.URL.id]: ({ name }, text) => (isUrl(text) ? undefined : wrongKind({ name, expected: 'a URL' })),
  [FIELD_TYPES.USER.id]: ({ name }) => wrongKind({ name, expected: 'a list' }),
}

const refusalOfLength = (name: string, text: string, limit: number) =>
  [...text].length > limit ? valueTooLong({ name, limit }) : undefined

// An ISO 8601 date that exists in the calendar.
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns whether the values of a field are Markdown. */
export const isRendered = ({ type }: ProfileField): boolean =>
  type === FIELD_TYPES.SHORT_TEXT.id || type === FIELD_TYPES.LONG_TEXT.id
