import { badRequest, type ApiError } from '../../../api/errors'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { isUrl } from './field-data-rules'
import { FIELD_TYPES, type FieldType, type ProfileField } from './profile-field'

const MAX_SHORT_LENGTH = 50
export const MAX_LONG_LENGTH = 500

export const mayNotChangeField = badRequest(
  () => 'You are not allowed to change this field. Contact an administrator to update it.',
)
const wrongKind = badRequest((f: { name: string; expected: string }) => `${f.name} is not ${f.expected}`)
const valueTooLong = badRequest(
  (f: { name: string; limit: number }) => `${f.name} is too long (limit: ${f.limit} characters)`,
)
const notAChoice = badRequest(
  (f: { name: string; value: string }) => `'${f.value}' is not a valid choice for '${f.name}'.`,
)
const invalidPerson = badRequest((f: { user_id: number }) => `Invalid user ID: ${f.user_id}`)
/** All that what somebody says in a field may be refused for. */
export const valueErrors = [mayNotChangeField, wrongKind, valueTooLong, notAChoice, invalidPerson, markdownTooLarge]

/** What somebody says, as clients give it. */
export type SaidValue = string | readonly number[] | null

/** As it is kept, if it may be; undefined where nothing is said. People must be there, and be people. */
export function valueKept(
  field: ProfileField,
  said: SaidValue,
  isPerson: (user_id: number) => boolean,
): string | ApiError | undefined {
  if (said === null || said.length === 0) return undefined
  const { name } = field
  if (typeof said !== 'string') {
    if (field.type !== FIELD_TYPES.USER.id) return wrongKind({ name, expected: 'a string' })
    const stranger = said.find((user_id) => !isPerson(user_id))
    return stranger === undefined ? JSON.stringify([...new Set(said)]) : invalidPerson({ user_id: stranger })
  }
  return refusalOfText(field, said) ?? said
}

const refusalOfText = (field: ProfileField, said: string): ApiError | undefined =>
  (REFUSALS[field.type] ?? isShort)(field, said)

type Refusal = (field: ProfileField, said: string) => ApiError | undefined

const isShort: Refusal = ({ name }, said) => refusalOfLength(name, said, MAX_SHORT_LENGTH)

const REFUSALS: Partial<Record<FieldType, Refusal>> = {
  [FIELD_TYPES.LONG_TEXT.id]: ({ name }, said) => refusalOfLength(name, said, MAX_LONG_LENGTH),
  [FIELD_TYPES.SELECT.id]: ({ name, field_data }, value) =>
    Object.hasOwn(JSON.parse(field_data), value) ? undefined : notAChoice({ name, value }),
  [FIELD_TYPES.DATE.id]: ({ name }, said) => (isDate(said) ? undefined : wrongKind({ name, expected: 'a date' })),
  [FIELD_TYPES.URL.id]: ({ name }, said) => (isUrl(said) ? undefined : wrongKind({ name, expected: 'a URL' })),
  [FIELD_TYPES.USER.id]: ({ name }) => wrongKind({ name, expected: 'a list' }),
}

const refusalOfLength = (name: string, said: string, limit: number) =>
  [...said].length > limit ? valueTooLong({ name, limit }) : undefined

// As ISO 8601 writes one, and as the calendar has it.
function isDate(said: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(said)) return false
  const time = Date.parse(`${said}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(said)
}

/** Whose values are Markdown. */
export const isRendered = ({ type }: ProfileField): boolean =>
  type === FIELD_TYPES.SHORT_TEXT.id || type === FIELD_TYPES.LONG_TEXT.id
