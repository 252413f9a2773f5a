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
/** All that what a field is made of may be refused for. */
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

// Whatever becomes of one field tells everyone of all of them.
export const MAX_FIELD_DATA_LENGTH = 10_000
export const MOST_CHOICES = 500

export type FieldData = Record<string, string | Choice>
type Choice = { text: string; order: string }

/** Only lists of options and accounts elsewhere are made of anything. */
export function refusalOfFieldData(type: FieldType, data: FieldData): ApiError | undefined {
  if (type === SELECT.id) return refusalOfChoices(data)
  return type === EXTERNAL_ACCOUNT.id ? refusalOfAccount(data) : undefined
}

/** As it is kept; of other types nothing is. */
export const fieldDataKept = (type: FieldType, data: FieldData): string =>
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

function refusalOfAccount({ subtype, url_pattern, ...more }: FieldData): ApiError | undefined {
  if (JSON.stringify({ subtype, url_pattern, ...more }).length > MAX_FIELD_DATA_LENGTH) return tooLargeData({})
  if (typeof subtype !== 'string' || Object.keys(more).length > 0) return unknownAccount({})
  if (subtype !== 'custom')
    return Object.hasOwn(EXTERNAL_ACCOUNTS, subtype) && !url_pattern ? undefined : unknownAccount({})
  if (typeof url_pattern !== 'string' || url_pattern === '') return patternNeeded({})
  return url_pattern.split(PLACEHOLDER).length === 2 && isUrl(url_pattern.replace(PLACEHOLDER, 'username'))
    ? undefined
    : badPattern({})
}

/** A link that a browser may follow without harm. */
export function isUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s\p{Cc}]/u.test(text)
}
