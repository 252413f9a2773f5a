import type { Pick } from '../../prove/chances'
import type { Json } from '../person'
import { referred } from './mismatch'
import type { ApiDocument, Operation } from './document'

/** One thing that an operation takes, as the document says: where it goes, and how its value becomes text. */
export type Slot = {
  name: string
  place: 'path' | 'query' | 'header' | 'form'
  isRequired: boolean
  isJson: boolean
  schema: Json
}

/** The text, or the file, that goes into each slot. A slot that is left out has none. */
export type Filled = ReadonlyMap<Slot, string | File>

export function slotsOf(document: ApiDocument, operation: Operation): readonly Slot[] {
  const slots = known.get(operation) ?? slotsIn(document, operation)
  known.set(operation, slots)
  return slots
}

// A request is a map by slot, so there is one of each.
const known = new WeakMap<Operation, Slot[]>()

function slotsIn({ root }: ApiDocument, { declared }: Operation): Slot[] {
  const parameters: Slot[] = declared.parameters.map((each: Json) => ({
    name: each.name,
    place: each.in,
    isRequired: each.required ?? false,
    isJson: 'content' in each,
    schema: each.schema ?? each.content['application/json'].schema,
  }))
  const form = formOf(declared)
  const { properties = {}, required = [] } = form ? referred(root, form.schema) : {}
  return [
    ...parameters,
    ...Object.entries(properties).map(([name, schema]): Slot => {
      const isJson = form?.encoding?.[name]?.contentType === 'application/json'
      return { name, place: 'form', isRequired: required.includes(name), isJson, schema }
    }),
  ]
}

/** Only the parts of a form can hold a file. */
const textOf = (value: string | File): string => (typeof value === 'string' ? value : value.name)

const FORM = 'application/x-www-form-urlencoded'
const formOf = ({ requestBody }: Json): Json =>
  requestBody?.content[FORM] ?? requestBody?.content['multipart/form-data']

/** The text of a value, as the document says that this slot is written. */
export const written = ({ isJson }: Slot, value: Json): string =>
  isJson || typeof value !== 'string' ? JSON.stringify(value) : value

/** A request as a generated client would make it. */
export function requestFor(base: string, { method, path, declared }: Operation, filled: Filled): Request {
  const query = new URLSearchParams()
  const headers = new Headers()
  const form: [string, string | File][] = []
  let address = path
  for (const [{ name, place }, value] of filled) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(textOf(value)))
    else if (place === 'query') query.set(name, textOf(value))
    else if (place === 'form') form.push([name, value])
    // What no header can hold is no request.
    else headers.set(name, encodeURIComponent(textOf(value)).slice(0, 1000))
  }
  const url = `${base}${address}${query.size > 0 ? `?${query.toString()}` : ''}`
  return new Request(url, { method, headers, body: bodyOf(declared, form), redirect: 'manual' })
}

function bodyOf({ requestBody }: Json, form: [string, string | File][]): BodyInit | undefined {
  if (requestBody === undefined) return undefined
  if (requestBody.content[FORM]) return new URLSearchParams(form.map(([name, value]) => [name, textOf(value)]))
  if (!requestBody.content['multipart/form-data']) return undefined
  const data = new FormData()
  for (const [name, value] of form) data.append(name, value)
  return data
}

const WORDS = [
  'general',
  'lunch',
  'x',
  'tada',
  'ada',
  '',
  'dov@example.com',
  '#aabbcc',
  '1',
  'true',
  'ä😀',
  'role:members',
]
const NUMBERS = [1, 2, 3, 8, 9, 10, 0, 11, 100, 600, 1_900_000_000]

/** A value that fits a schema of the document, or is at an edge of it. */
export function valueFor(document: ApiDocument, schema: Json, pick: Pick): Json {
  const { root } = document
  const rule = referred(root, schema)
  const options = rule.anyOf ?? rule.oneOf ?? rule.enum?.map((value: Json) => ({ const: value }))
  if ('const' in rule) return rule.const
  if (options) return valueFor(document, pick(options), pick)
  const type = [rule.type].flat()[0]
  if (type === 'boolean') return pick([true, false])
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return numberFor(rule, pick)
  if (type === 'string') return textFor(rule, pick)
  if (type === 'array') return listFor(document, rule, pick)
  if (type === 'object') return objectFor(document, rule, pick)
  return pick<Json>([1, 'x', null, [], {}])
}

const numberFor = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Json, pick: Pick): number =>
  pick([...NUMBERS, ...NUMBERS, minimum, minimum - 1, maximum, maximum + 1])

function textFor({ contentMediaType, minLength = 0, maxLength = 100 }: Json, pick: Pick): Json {
  if (contentMediaType !== undefined) return new File(['x'], 'x.png', { type: 'image/png' })
  const edges = [minLength, maxLength, maxLength + 1].map((length) => 'x'.repeat(Math.min(length, 100_000)))
  const words = WORDS.filter(({ length }) => length >= minLength)
  return pick([...words, ...words, ...edges])
}

function listFor(
  document: ApiDocument,
  { prefixItems, items = {}, minItems = 0, maxItems = 3 }: Json,
  pick: Pick,
): Json {
  if (prefixItems) return prefixItems.map((each: Json) => valueFor(document, each, pick))
  const length = pick([1, 2, 1, 0, minItems, Math.min(maxItems, 1000), Math.min(maxItems + 1, 1001)])
  return Array.from({ length }, () => valueFor(document, items, pick))
}

function objectFor(document: ApiDocument, rule: Json, pick: Pick): Json {
  const { properties = {}, required = [], additionalProperties } = rule
  const chosen = Object.keys(properties).filter((name) => required.includes(name) || pick([true, false]))
  const entries = chosen.map((name) => [name, valueFor(document, properties[name], pick)])
  if (typeof additionalProperties === 'object' && pick([true, false]))
    entries.push([pick(['1', 'x']), valueFor(document, additionalProperties, pick)])
  return Object.fromEntries(entries)
}

/** A request that the document allows, and its neighbours: what may be left out is left out at times. */
export function filledFor(document: ApiDocument, operation: Operation, pick: Pick): Map<Slot, string | File> {
  const filled = new Map<Slot, string | File>()
  const slots = slotsOf(document, operation)
  const optional = slots.filter(({ isRequired }) => !isRequired).length
  for (const slot of slots) {
    // Of many that may be left out, few are said: one value that is refused would hide all the others.
    if (!slot.isRequired && pick(Array.from({ length: Math.max(2, optional) }, (_, nth) => nth)) > 1) continue
    const value = valueFor(document, slot.schema, pick)
    const file = [value].flat().find((each) => each instanceof File)
    filled.set(slot, file ?? written(slot, value))
  }
  return filled
}
