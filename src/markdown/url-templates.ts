/**
 * URL templates as RFC 6570 has them, for values that are text: `https://example.com/{org}/search{?q,page}`. What has
 * no value is left out, with its separator. There are no lists here, so `{all*}` is the same as `{all}`.
 */
export type UrlTemplate = readonly (string | Expression)[]

type Expression = { style: ExpressionStyle; variables: readonly Variable[] }

type Variable = { name: string; maxLength: number | undefined }

/** What an operator puts before, between and in front of values, and whether it lets `/`, `?` and their like through. */
type ExpressionStyle = { first: string; separator: string; named: boolean; ifEmpty: string; keepsReserved: boolean }

const style = (first: string, separator: string, changes: Partial<ExpressionStyle> = {}): ExpressionStyle => ({
  first,
  separator,
  named: false,
  ifEmpty: '',
  keepsReserved: false,
  ...changes,
})

const STYLES = new Map<string, ExpressionStyle>([
  ['', style('', ',')],
  ['+', style('', ',', { keepsReserved: true })],
  ['#', style('#', ',', { keepsReserved: true })],
  ['.', style('.', '.')],
  ['/', style('/', '/')],
  [';', style(';', ';', { named: true })],
  ['?', style('?', '&', { named: true, ifEmpty: '=' })],
  ['&', style('&', '&', { named: true, ifEmpty: '=' })],
])

/** Nothing if the template is not one. */
export function urlTemplate(source: string): UrlTemplate | undefined {
  const parts: (string | Expression)[] = []
  let position = 0
  for (const { index, 0: whole, 1: inside = '' } of source.matchAll(/\{([^{}]*)\}/g)) {
    const expression = expressionIn(inside)
    if (!expression) return undefined
    parts.push(source.slice(position, index), expression)
    position = index + whole.length
  }
  parts.push(source.slice(position))
  return parts.some((part) => typeof part === 'string' && /[{}]/.test(part)) ? undefined : parts
}

export const variablesOf = (template: UrlTemplate): string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : part.variables.map(({ name }) => name)))

export const expanded = (template: UrlTemplate, values: ReadonlyMap<string, string>): string =>
  template
    .map((part) => (typeof part === 'string' ? encoded(part, RESERVED) : expandedExpression(part, values)))
    .join('')

/** A length that the address has at least. A template may name a long value many times, so this is asked first. */
export const leastLength = (template: UrlTemplate, values: ReadonlyMap<string, string>): number =>
  template
    .flatMap((part) => (typeof part === 'string' ? part.length : part.variables.map((each) => lengthOf(each, values))))
    .reduce((sum, length) => sum + length, 0)

const lengthOf = ({ name, maxLength = Infinity }: Variable, values: Values) =>
  Math.min(maxLength, values.get(name)?.length ?? 0)

function expressionIn(inside: string): Expression | undefined {
  const [, operator = '', list = ''] = /^([+#./;?&]?)(.*)$/s.exec(inside) ?? []
  const found = STYLES.get(operator)
  const variables = list.split(',').map(variableIn)
  const known = variables.filter((variable) => variable !== undefined)
  return found && known.length === variables.length ? { style: found, variables: known } : undefined
}

function variableIn(text: string): Variable | undefined {
  const [, name, maxLength] =
    /^((?:\w|%[0-9a-fA-F]{2})(?:\.?(?:\w|%[0-9a-fA-F]{2}))*)(?:\*|:([1-9]\d{0,3}))?$/.exec(text) ?? []
  return name === undefined ? undefined : { name, maxLength: maxLength === undefined ? undefined : Number(maxLength) }
}

function expandedExpression({ style: { first, separator, ...how }, variables }: Expression, values: Values): string {
  const shown = variables.flatMap(({ name, maxLength }) => {
    const value = values.get(name)
    if (value === undefined) return []
    const written = encoded([...value].slice(0, maxLength).join(''), how.keepsReserved ? RESERVED : NOTHING_ELSE)
    if (!how.named) return [written]
    return [written === '' ? name + how.ifEmpty : `${name}=${written}`]
  })
  return shown.length === 0 ? '' : first + shown.join(separator)
}

type Values = ReadonlyMap<string, string>

/** What stands for itself besides letters, digits and `-._~`. */
const NOTHING_ELSE = /[A-Za-z0-9\-._~]+|([^])/gu
const RESERVED = /(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-fA-F]{2})+|([^])/gu

const encoded = (text: string, kept: RegExp) =>
  text
    .toWellFormed()
    .replace(kept, (run: string, other: string | undefined) => (other === undefined ? run : bytes(other)))

const ENCODER = new TextEncoder()

const bytes = (character: string) =>
  [...ENCODER.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
