import { parseJson } from '../../../api/parse-json'
import { isObject, textIn, valueOf, type Json, type Resource } from './attribute'
import { badScimRequest } from './refusals'

/** A filter of SCIM, as a tree. */
export type Filter =
  | { kind: 'compare'; path: readonly string[]; operator: Operator; value: Json }
  | { kind: 'present'; path: readonly string[] }
  | { kind: 'and' | 'or'; parts: readonly Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'values'; name: string; part: Filter }

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof OPERATORS)[number]

export const MAX_FILTER_CHARACTERS = 1000
const MAX_DEPTH = 10
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/** Returns the tree of a filter. Throws `invalidFilter`. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_FILTER_CHARACTERS) throw invalidFilter()
  const tokens = tokensOf(text)
  const parser = new Parser(tokens)
  const filter = parser.either(0)
  if (!parser.isAtEnd) throw invalidFilter()
  return filter
}

const invalidFilter = () => badScimRequest('invalidFilter', 'The filter is malformed, or too long')

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text)
    if (match === null) throw invalidFilter()
    tokens.push(match[1] ?? match[2] ?? match[3]!)
  }
  return tokens
}

class Parser {
  #at = 0

  constructor(readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length
  }

  either(depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalidFilter()
    const parts = [this.#both(depth)]
    while (this.#takes('or')) parts.push(this.#both(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  #both(depth: number): Filter {
    const parts = [this.#one(depth)]
    while (this.#takes('and')) parts.push(this.#one(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  #one(depth: number): Filter {
    if (this.#takes('not')) return { kind: 'not', part: this.#group('(', ')', depth) }
    if (this.tokens[this.#at] === '(') return this.#group('(', ')', depth)
    const name = this.#next()
    if (!/^[A-Za-z$][\w$.:-]*$/.test(name)) throw invalidFilter()
    if (this.tokens[this.#at] === '[') return { kind: 'values', name, part: this.#group('[', ']', depth) }
    const path = pathIn(name)
    const operator = this.#next().toLowerCase()
    if (operator === 'pr') return { kind: 'present', path }
    const found = OPERATORS.find((candidate) => candidate === operator)
    if (found === undefined) throw invalidFilter()
    return { kind: 'compare', path, operator: found, value: literal(this.#next()) }
  }

  #group(open: string, close: string, depth: number): Filter {
    if (this.#next() !== open) throw invalidFilter()
    const filter = this.either(depth + 1)
    if (this.#next() !== close) throw invalidFilter()
    return filter
  }

  #next(): string {
    const token = this.tokens[this.#at++]
    if (token === undefined) throw invalidFilter()
    return token
  }

  #takes(word: string): boolean {
    if (this.tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }
}

/** Returns the names in a path such as `name.givenName`, without the schema before it. */
const pathIn = (name: string): string[] => name.slice(name.lastIndexOf(':') + 1).split('.')

function literal(token: string): Json {
  const value = parseJson(token.startsWith('"') ? token : token.toLowerCase())
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value
  throw invalidFilter()
}

/** Returns whether a resource, or a value of an attribute, passes a filter. */
export function passes(filter: Filter, resource: Resource): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => passes(part, resource))
    case 'or':
      return filter.parts.some((part) => passes(part, resource))
    case 'not':
      return !passes(filter.part, resource)
    case 'values':
      return valuesAt(resource, [filter.name]).some((value) => isObject(value) && passes(filter.part, value))
    case 'present':
      return valuesAt(resource, filter.path).length > 0
    case 'compare':
      return passesComparison(filter, resource)
  }
}

function passesComparison({ path, operator, value }: Filter & { kind: 'compare' }, resource: Resource): boolean {
  const found = valuesAt(resource, path).map((item) => (isObject(item) ? (valueOf(item, 'value') ?? null) : item))
  if (operator === 'ne') return !found.some((item) => compare('eq', item, value))
  return found.some((item) => compare(operator, item, value))
}

function compare(operator: Operator, left: Json, right: Json): boolean {
  const [a, b] = [comparable(left), comparable(right)]
  switch (operator) {
    case 'eq':
      return a === b
    case 'co':
      return a.includes(b)
    case 'sw':
      return a.startsWith(b)
    case 'ew':
      return a.endsWith(b)
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    case 'le':
      return a <= b
    case 'ne':
      return a !== b
  }
}

/** Case does not matter. Directories write booleans as text, too. */
const comparable = (value: Json): string => textIn(value).toLowerCase()

function valuesAt(resource: Resource, [name = '', ...rest]: readonly string[]): Json[] {
  const value = valueOf(resource, name)
  if (value === undefined || value === null) return []
  const values: readonly Json[] = Array.isArray(value) ? value : [value]
  return rest.length === 0 ? [...values] : values.flatMap((item) => (isObject(item) ? valuesAt(item, rest) : []))
}
