import { refusalOfTextLength, tooLong } from '../../../api/parameter-errors'
import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import { parseUrlTemplate, variablesOf } from '../../../markdown/url-templates'

/** The fields of a playground, which runs code of one language. */
export type PlaygroundFields = { name: string; pygments_language: string; url_template: string }

/** Clients show each message beside the field that it concerns. */
const invalidPlaygroundFields = apiError(
  'BAD_REQUEST',
  (f: { errors: Record<string, string[]> }) => Object.values(f.errors)[0]?.[0] ?? 'Invalid playground',
)
const invalidLanguage = badRequest(() => 'Invalid characters in pygments language')
export const invalidPlayground = badRequest(() => 'Invalid playground')
export const playgroundErrors = [invalidPlaygroundFields, invalidLanguage, tooLong]

// Each event lists all of them.
const MAX_PLAYGROUNDS = 200
const LIMITS = { name: 100, pygments_language: 40, url_template: 1000 }

/** Returns the first fault of a playground. `others` are the playgrounds that the realm already has. */
export function refusalOfPlayground(
  fields: PlaygroundFields,
  others: readonly PlaygroundFields[],
): ApiError | undefined {
  const { name, pygments_language, url_template } = fields
  if (!/^[ \w+./#-]*$/.test(pygments_language)) return invalidLanguage({})
  const tooLongRefusal = keysOf(LIMITS)
    .map((field) => refusalOfTextLength(field, fields[field], LIMITS[field]))
    .find((refusal) => refusal !== undefined)
  if (tooLongRefusal) return tooLongRefusal
  if (name === '') return invalidPlaygroundFields({ errors: { name: [BLANK] } })
  if (pygments_language === '') return invalidPlaygroundFields({ errors: { pygments_language: [BLANK] } })
  const fault = findTemplateFault(url_template)
  if (fault !== undefined) return invalidPlaygroundFields({ errors: { url_template: [fault] } })
  if (others.length >= MAX_PLAYGROUNDS) return invalidPlaygroundFields({ errors: { __all__: [TOO_MANY] } })
  const exists = others.some((other) => other.name === name && other.pygments_language === pygments_language)
  return exists ? invalidPlaygroundFields({ errors: { __all__: [ALREADY_EXISTS] } }) : undefined
}

const BLANK = 'This field cannot be blank.'
const TOO_MANY = 'There are too many playgrounds.'
const ALREADY_EXISTS = 'Realm playground with this Realm, Pygments language and Name already exists.'

function findTemplateFault(source: string): string | undefined {
  const template = parseUrlTemplate(source)
  if (template === undefined) return 'Invalid URL template.'
  const variables = variablesOf(template)
  if (!variables.includes('code')) return 'Missing the required variable "code" in the URL template'
  if (!variables.every((name) => name === 'code'))
    return '"code" should be the only variable present in the URL template'
  // Clients open the address. The code is the author's, so it must not decide the scheme or the host.
  return WEB_ADDRESS.test(source) ? undefined : 'Invalid URL template.'
}

const WEB_ADDRESS = /^https?:\/\/[^/?#{}]+(?:[/?#]|\{[/?#])/i
