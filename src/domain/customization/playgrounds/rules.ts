import { refusalOfTextLength, tooLong } from '../../../api/parameter-errors'
import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import { parseUrlTemplate, variablesOf } from '../../../markdown/url-templates'

/** Where code in a language can be tried out. */
export type PlaygroundWords = { name: string; pygments_language: string; url_template: string }

/** Clients show each complaint beside the field that it is about. */
const invalidPlaygroundWords = apiError(
  'BAD_REQUEST',
  (f: { errors: Record<string, string[]> }) => Object.values(f.errors)[0]?.[0] ?? 'Invalid playground',
)
const invalidLanguage = badRequest(() => 'Invalid characters in pygments language')
export const invalidPlayground = badRequest(() => 'Invalid playground')
export const playgroundErrors = [invalidPlaygroundWords, invalidLanguage, tooLong]

// Each that is added tells everyone of all of them.
const MOST_PLAYGROUNDS = 200
const LIMITS = { name: 100, pygments_language: 40, url_template: 1000 }

export function refusalOfPlayground(words: PlaygroundWords, others: readonly PlaygroundWords[]): ApiError | undefined {
  const { name, pygments_language, url_template } = words
  if (!/^[ \w+./#-]*$/.test(pygments_language)) return invalidLanguage({})
  const lengthy = keysOf(LIMITS)
    .map((field) => refusalOfTextLength(field, words[field], LIMITS[field]))
    .find((refusal) => refusal !== undefined)
  if (lengthy) return lengthy
  if (name === '') return invalidPlaygroundWords({ errors: { name: [BLANK] } })
  if (pygments_language === '') return invalidPlaygroundWords({ errors: { pygments_language: [BLANK] } })
  const fault = templateFault(url_template)
  if (fault !== undefined) return invalidPlaygroundWords({ errors: { url_template: [fault] } })
  if (others.length >= MOST_PLAYGROUNDS) return invalidPlaygroundWords({ errors: { __all__: [TOO_MANY] } })
  const isKnown = others.some((other) => other.name === name && other.pygments_language === pygments_language)
  return isKnown ? invalidPlaygroundWords({ errors: { __all__: [ALREADY_EXISTS] } }) : undefined
}

const BLANK = 'This field cannot be blank.'
const TOO_MANY = 'There are too many playgrounds.'
const ALREADY_EXISTS = 'Realm playground with this Realm, Pygments language and Name already exists.'

function templateFault(source: string): string | undefined {
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
