/**
 * URL templates of RFC 6570 for text values: `https://example.com/{org}/search{?q,page}`. A variable without a value is
 * left out, with its separator. There are no list values, so `{all*}` is the same as `{all}`.
 */
export type UrlTemplate = readonly (string | Expression)[]

type Expression = { style: ExpressionStyle; variables: readonly Variable[] }

type Variable = { name: string; maxLength: number | undefined }

/** The characters that an operator writes around values, and whether it leaves `/`, `?` and so on unencoded. */
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

/** Returns the parsed template, or undefined if the source is no template. */
export function parseUrlTemplate(source: string): UrlTemplate | undefined {
  const parts: (string | Expression)[] = []
  let position = 0
  for (const { index, 0: whole, 1: inside = '' } of source.matchAll(/\{([^{}]*)\}/g)) {
    const expression = parseExpression(inside)
    if (!expression) return undefined
    parts.push(source.slice(position, index), expression)
    position = index + whole.length
  }
  parts.push(source.slice(position))
  return parts.some((part) => typeof part === 'string' && /[{}]/.test(part)) ? undefined : parts
}

/** Returns the names of the variables of a template. */
export const variablesOf = (template: UrlTemplate): string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : part.variables.map(({ name }) => name)))

/** Returns the address that a template makes of values. */
export const expandTemplate = (template: UrlTemplate, values: Values): string =>
  template.map((part) => (typeof part === 'string' ? encode(part, RESERVED) : expandExpression(part, values))).join('')

/** Returns a lower bound of the expanded length. A template may contain a long value many times, so callers check it first. */
export const minExpandedLength = (template: UrlTemplate, values: Values): number =>
  template
    .flatMap((part) =>
      typeof part === 'string' ? part.length : part.variables.map((variable) => valueLength(variable, values)),
    )
    .reduce((sum, length) => sum + length, 0)

type Values = ReadonlyMap<string, string>

const valueLength = ({ name, maxLength = Infinity }: Variable, values: Values) =>
  Math.min(maxLength, values.get(name)?.length ?? 0)

function parseExpression(inside: string): Expression | undefined {
  const [, operator = '', list = ''] = /^([+#./;?&]?)(.*)$/s.exec(inside) ?? []
  const expressionStyle = STYLES.get(operator)
  const parsedVariables = list.split(',').map(parseVariable)
  const variables = parsedVariables.filter((variable) => variable !== undefined)
  return expressionStyle && variables.length === parsedVariables.length
    ? { style: expressionStyle, variables }
    : undefined
}

function parseVariable(text: string): Variable | undefined {
  const [, name, maxLength] =
    /^((?:\w|%[0-9a-fA-F]{2})(?:\.?(?:\w|%[0-9a-fA-F]{2}))*)(?:\*|:([1-9]\d{0,3}))?$/.exec(text) ?? []
  return name === undefined ? undefined : { name, maxLength: maxLength === undefined ? undefined : Number(maxLength) }
}

function expandExpression({ style, variables }: Expression, values: Values): string {
  const expanded = variables.flatMap(({ name, maxLength }) => {
    const value = values.get(name)
    if (value === undefined) return []
    const encoded = encode([...value].slice(0, maxLength).join(''), style.keepsReserved ? RESERVED : UNRESERVED)
    if (!style.named) return [encoded]
    return [encoded === '' ? name + style.ifEmpty : `${name}=${encoded}`]
  })
  return expanded.length === 0 ? '' : style.first + expanded.join(style.separator)
}

/** Runs of characters that are not encoded, or one character that is. */
const UNRESERVED = /[A-Za-z0-9\-._~]+|([^])/gu
const RESERVED = /(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-fA-F]{2})+|([^])/gu

const encode = (text: string, pattern: RegExp) =>
  text
    .toWellFormed()
    .replace(pattern, (run: string, other: string | undefined) => (other === undefined ? run : percentEncoded(other)))

const ENCODER = new TextEncoder()

const percentEncoded = (character: string) =>
  [...ENCODER.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
