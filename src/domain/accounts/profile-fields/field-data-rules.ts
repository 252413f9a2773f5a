import { badRequest, type ApiError } from '../../../api/errors'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldType } from './profile-field'

const { SELECT, EXTERNAL_ACCOUNT } = FIELD_TYPES

const notAList = badRequest(() => 'Field data must be a list of options, each with a text and an order.')
const noChoices = badRequest(() => 'Field must have at least one choice.')
const blankChoice = badRequest(() => 'Choices cannot be blank.')
const sameChoices = badRequest(() => 'Field must not have duplicate choices.')
const unknownAccount = badRequest(() => 'Invalid external account type')
const patternNeeded = badRequest(() => 'Custom external account must define URL pattern')
const badPattern = badRequest(() => 'Malformed URL pattern.')
const tooLargeData = badRequest(() => `Field data must not be longer than ${MAX_FIELD_DATA_LENGTH} characters.`)
/** The errors of `refusalOfFieldData`. */
export const fieldDataErrors = [
  notAList,
  noChoices,
  blankChoice,
  sameChoices,
  unknownAccount,
  patternNeeded,
  badPattern,
  tooLargeData,
]

// Each change of a field publishes all fields to all users.
export const MAX_FIELD_DATA_LENGTH = 10_000
export const MAX_CHOICES = 500

export type FieldData = Record<string, string | Choice>
type Choice = { text: string; order: string }

/** Refuses the options of a list, or the definition of an external account. Other types have no field data. */
export function refusalOfFieldData(type: FieldType, data: FieldData): ApiError | undefined {
  if (type === SELECT.id) return refusalOfChoices(data)
  return type === EXTERNAL_ACCOUNT.id ? refusalOfAccount(data) : undefined
}

/** Returns field data as the realm stores it. */
export const storedFieldData = (type: FieldType, data: FieldData): string =>
  type === SELECT.id || type === EXTERNAL_ACCOUNT.id ? JSON.stringify(data) : ''

function refusalOfChoices(data: FieldData): ApiError | undefined {
  const choices = Object.entries(data)
  if (JSON.stringify(data).length > MAX_FIELD_DATA_LENGTH) return tooLargeData({})
  if (choices.length === 0) return noChoices({})
  const texts = choices.map(([key, choice]) => (key.trim() === '' ? '' : textOf(choice)))
  if (texts.includes(undefined)) return notAList({})
  if (texts.some((text) => text?.trim() === '')) return blankChoice({})
  return new Set(texts).size < texts.length ? sameChoices({}) : undefined
}

const textOf = (choice: string | Choice): string | undefined => (typeof choice === 'string' ? undefined : choice.text)

const PLACEHOLDER = '%(username)s'

function refusalOfAccount({ subtype, url_pattern, ...others }: FieldData): ApiError | undefined {
  if (JSON.stringify({ subtype, url_pattern, ...others }).length > MAX_FIELD_DATA_LENGTH) return tooLargeData({})
  if (typeof subtype !== 'string' || Object.keys(others).length > 0) return unknownAccount({})
  if (subtype !== 'custom')
    return Object.hasOwn(EXTERNAL_ACCOUNTS, subtype) && !url_pattern ? undefined : unknownAccount({})
  if (typeof url_pattern !== 'string' || url_pattern === '') return patternNeeded({})
  return url_pattern.split(PLACEHOLDER).length === 2 && isUrl(url_pattern.replace(PLACEHOLDER, 'username'))
    ? undefined
    : badPattern({})
}

/** Returns whether a text is an HTTP address, which a browser can open without harm. */
export function isUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s\p{Cc}]/u.test(text)
}
