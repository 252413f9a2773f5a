import { tooLong } from '../../../api/parameter-errors'
import { apiError, badRequest, type ApiError } from '../../../api/errors'
import {
  findExampleFault,
  findPatternFault,
  findTemplateFault,
  type LinkifierFault,
} from '../../../markdown/linkifier-rules'

/** The fields of a linkifier that an administrator sets. */
export type LinkifierFields = {
  pattern: string
  url_template: string
  /** Other URLs of the same things. Clients replace such a URL in the compose box by the short text. */
  alternative_url_templates: string[]
  /** A text that the pattern matches. */
  example_input: string | null
  /** A template that makes the short text from the variables of a URL: `#{id}`. */
  reverse_template: string | null
}

/** What a request says of a linkifier. Clients that do not know a field leave it out. */
export type LinkifierChanges = Pick<LinkifierFields, 'pattern' | 'url_template'> & Partial<LinkifierFields>

export const NEW_LINKIFIER: LinkifierFields = {
  pattern: '',
  url_template: '',
  alternative_url_templates: [],
  example_input: null,
  reverse_template: null,
}

/** Returns the linkifier after a change. A field that is not given stays, and an empty text is none. */
export const changedLinkifier = (before: LinkifierFields, changes: LinkifierChanges): LinkifierFields => ({
  pattern: changes.pattern,
  url_template: changes.url_template,
  alternative_url_templates: changes.alternative_url_templates ?? before.alternative_url_templates,
  example_input: textOrNone(changes.example_input, before.example_input),
  reverse_template: textOrNone(changes.reverse_template, before.reverse_template),
})

const textOrNone = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null

/** Clients show each message beside the field that it concerns. */
const invalidLinkifier = apiError(
  'BAD_REQUEST',
  (f: { errors: Record<string, string[]> }) => Object.values(f.errors)[0]?.[0] ?? 'Invalid linkifier',
)
export const linkifierNotFound = badRequest(() => 'Linkifier not found.')
const duplicatedLinkifier = badRequest(() => 'The ordered list must not contain duplicated linkifiers')
const incompleteOrder = badRequest(() => 'The ordered list must enumerate all existing linkifiers exactly once')
export const linkifierErrors = [invalidLinkifier, tooLong]
export const orderErrors = [duplicatedLinkifier, incompleteOrder]

const MAX_FIELD_CHARACTERS = 1000
// The Worker looks for each of them in every message.
export const MAX_LINKIFIERS = 200
export const MAX_ALTERNATIVES = 20
const NO_FIELD = '__all__'

/** Returns all faults of a linkifier by field. `others` are the linkifiers that the realm also has. */
export function refusalOfLinkifier(
  fields: LinkifierFields,
  others: readonly { pattern: string }[],
): ApiError | undefined {
  const tooLongRefusal = refusalOfLength(fields)
  if (tooLongRefusal) return tooLongRefusal
  const { pattern, url_template, alternative_url_templates } = fields
  const faults: [field: string, message: string | undefined][] = [
    ['pattern', faultMessage(findPatternFault(pattern))],
    ...[
      { field: 'url_template', templates: [url_template] },
      { field: 'alternative_url_templates', templates: alternative_url_templates },
    ].flatMap(({ field, templates }) =>
      templates.map((template): [string, string | undefined] => templateFault(field, template, pattern)),
    ),
    [NO_FIELD, others.length >= MAX_LINKIFIERS ? TOO_MANY : undefined],
    [NO_FIELD, others.some((other) => other.pattern === pattern) ? ALREADY_EXISTS : undefined],
  ]
  const errors = messagesByField(faults)
  if (Object.keys(errors).length > 0) return invalidLinkifier({ errors })
  return refusalOfExample(fields)
}

const TOO_MANY = 'There are too many linkifiers.'
const ALREADY_EXISTS = 'A Linkifier with this pattern already exists.'

function refusalOfLength(fields: LinkifierFields): ApiError | undefined {
  const { alternative_url_templates, ...texts } = fields
  if (alternative_url_templates.length > MAX_ALTERNATIVES)
    return tooLong({ var_name: 'alternative_url_templates', limit: MAX_ALTERNATIVES, unit: 'items' })
  const textsByName = {
    ...texts,
    ...Object.fromEntries(
      alternative_url_templates.map((template, index) => [`alternative_url_templates[${index}]`, template]),
    ),
  }
  const tooLongText = Object.entries(textsByName).find(([, text]) => (text?.length ?? 0) > MAX_FIELD_CHARACTERS)
  return tooLongText && tooLong({ var_name: tooLongText[0], limit: MAX_FIELD_CHARACTERS, unit: 'characters' })
}

// If a template and the pattern do not match each other, the message concerns no single field.
function templateFault(field: string, template: string, pattern: string): [string, string | undefined] {
  const fault = findTemplateFault(template, pattern)
  return [fault === undefined || fault.fault === 'template is not valid' ? field : NO_FIELD, faultMessage(fault)]
}

/** The pattern must match the example, and the reverse template must make the example from its URL. */
function refusalOfExample({ pattern, example_input, reverse_template }: LinkifierFields): ApiError | undefined {
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

function messagesByField(faults: readonly [string, string | undefined][]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const [field, message] of faults)
    if (message !== undefined && !errors[field]?.includes(message)) errors[field] = [...(errors[field] ?? []), message]
  return errors
}

function faultMessage(fault: LinkifierFault | undefined): string | undefined {
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

/** A new order must list each linkifier of the realm once. */
export function refusalOfOrder(
  ordered_ids: readonly number[],
  linkifiers: readonly { id: number }[],
): ApiError | undefined {
  const ids = new Set(ordered_ids)
  if (ids.size < ordered_ids.length) return duplicatedLinkifier({})
  const isComplete = ids.size === linkifiers.length && linkifiers.every(({ id }) => ids.has(id))
  return isComplete ? undefined : incompleteOrder({})
}
