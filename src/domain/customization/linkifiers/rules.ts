import { tooLong } from '../../../api/parameter-errors'
import { apiError, badRequest, type ApiError } from '../../../api/errors'
import {
  findExampleFault,
  findPatternFault,
  findTemplateFault,
  type LinkifierFault,
} from '../../../markdown/linkifier-rules'

/** A linkifier as an administrator words it. */
export type LinkifierWords = {
  pattern: string
  url_template: string
  /** Other addresses of the same things, for clients that make words of pasted addresses. */
  alternative_url_templates: string[]
  /** Words that the pattern matches. */
  example_input: string | null
  /** How the words are made again from an address: `#{id}`. */
  reverse_template: string | null
}

/** Clients show each complaint beside the field that it is about. */
const invalidLinkifier = apiError(
  'BAD_REQUEST',
  (f: { errors: Record<string, string[]> }) => Object.values(f.errors)[0]?.[0] ?? 'Invalid linkifier',
)
export const linkifierNotFound = badRequest(() => 'Linkifier not found.')
const namedTwice = badRequest(() => 'The ordered list must not contain duplicated linkifiers')
const notAllNamed = badRequest(() => 'The ordered list must enumerate all existing linkifiers exactly once')
export const linkifierErrors = [invalidLinkifier, tooLong]
export const orderErrors = [namedTwice, notAllNamed]

const MAX_TEMPLATE_LENGTH = 1000
// Each is looked for in every message, and the edge keeps them all in mind.
export const MOST_LINKIFIERS = 200
export const MOST_ALTERNATIVES = 20
const ABOUT_THE_WHOLE = '__all__'

/** Everything wrong with a linkifier, by field. */
export function refusalOfLinkifier(
  words: LinkifierWords,
  others: readonly { pattern: string }[],
): ApiError | undefined {
  const lengthy = refusalOfLength(words)
  if (lengthy) return lengthy
  const { pattern, url_template, alternative_url_templates } = words
  const complaints: [field: string, fault: string | undefined][] = [
    ['pattern', worded(findPatternFault(pattern))],
    ...[
      { field: 'url_template', templates: [url_template] },
      { field: 'alternative_url_templates', templates: alternative_url_templates },
    ].flatMap(({ field, templates }) =>
      templates.map((template): [string, string | undefined] => complaintOf(field, template, pattern)),
    ),
    [ABOUT_THE_WHOLE, others.length >= MOST_LINKIFIERS ? TOO_MANY : undefined],
    [ABOUT_THE_WHOLE, others.some((other) => other.pattern === pattern) ? ALREADY_EXISTS : undefined],
  ]
  const errors = byField(complaints)
  if (Object.keys(errors).length > 0) return invalidLinkifier({ errors })
  return refusalOfExample(words)
}

const TOO_MANY = 'There are too many linkifiers.'
const ALREADY_EXISTS = 'A Linkifier with this pattern already exists.'

function refusalOfLength(words: LinkifierWords): ApiError | undefined {
  const { alternative_url_templates, ...texts } = words
  if (alternative_url_templates.length > MOST_ALTERNATIVES)
    return tooLong({ var_name: 'alternative_url_templates', limit: MOST_ALTERNATIVES, unit: 'items' })
  const named = {
    ...texts,
    ...Object.fromEntries(alternative_url_templates.map((each, i) => [`alternative_url_templates[${i}]`, each])),
  }
  const found = Object.entries(named).find(([, text]) => (text?.length ?? 0) > MAX_TEMPLATE_LENGTH)
  return found && tooLong({ var_name: found[0], limit: MAX_TEMPLATE_LENGTH, unit: 'characters' })
}

// That a template and the pattern do not fit each other is the fault of neither.
function complaintOf(field: string, template: string, pattern: string): [string, string | undefined] {
  const fault = findTemplateFault(template, pattern)
  return [fault === undefined || fault.fault === 'template is not valid' ? field : ABOUT_THE_WHOLE, worded(fault)]
}

/** An example must be one, and a reverse template must lead back to it. */
function refusalOfExample({ pattern, example_input, reverse_template }: LinkifierWords): ApiError | undefined {
  const fault = findExampleFault(pattern, example_input, reverse_template)
  if (fault === undefined) return undefined
  return invalidLinkifier({ errors: { [fault.about]: [EXAMPLE_FAULTS[fault.fault]] } })
}

const EXAMPLE_FAULTS = {
  'example is missing': 'An example input is needed to check the reverse template.',
  'example does not match': 'The example input does not match the pattern.',
  'reverse is not valid': 'Invalid reverse template.',
  'reverse does not lead back': 'The reverse template does not make the example input from its address.',
} as const

function byField(complaints: readonly [string, string | undefined][]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const [field, complaint] of complaints)
    if (complaint !== undefined && !errors[field]?.includes(complaint))
      errors[field] = [...(errors[field] ?? []), complaint]
  return errors
}

function worded(fault: LinkifierFault | undefined): string | undefined {
  switch (fault?.fault) {
    case undefined:
      return undefined
    case 'pattern is empty':
      return 'This field cannot be blank.'
    case 'pattern is too long':
      return 'Bad regular expression: too long'
    case 'pattern is not supported':
      return `Bad regular expression: ${fault.detail}`
    case 'group is named twice':
      return `Bad regular expression: duplicate capture group name '${fault.group}'`
    case 'template is not valid':
      return 'Invalid URL template.'
    case 'group is not in the pattern':
      return `Group '${fault.group}' in URL template is not present in linkifier pattern.`
    case 'group is not in the template':
      return `Group '${fault.group}' in linkifier pattern is not present in URL template.`
  }
}

/** A new order names each linkifier once. */
export function refusalOfOrder(wanted: readonly number[], known: readonly { id: number }[]): ApiError | undefined {
  const ids = new Set(wanted)
  if (ids.size < wanted.length) return namedTwice({})
  return ids.size === known.length && known.every(({ id }) => ids.has(id)) ? undefined : notAllNamed({})
}
