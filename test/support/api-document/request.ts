import type { Pick } from '../../prove/chances'
import type { Json } from '../person'
import { resolveReference } from './mismatch'
import type { ApiDocument, Operation } from './document'

/** One parameter of an operation: its place in the request, and how its value becomes text. */
export type Slot = {
  name: string
  place: 'path' | 'query' | 'header' | 'form'
  isRequired: boolean
  isJson: boolean
  schema: Json
}

/** The text or the file of each slot of a request. An optional slot can be absent. */
export type SlotTexts = ReadonlyMap<Slot, string | File>

export function slotsOf(document: ApiDocument, operation: Operation): readonly Slot[] {
  const slots = cache.get(operation) ?? slotsIn(document, operation)
  cache.set(operation, slots)
  return slots
}

// `SlotTexts` has slots as its keys, so each slot must be one object.
const cache = new WeakMap<Operation, Slot[]>()

function slotsIn({ root }: ApiDocument, { declared }: Operation): Slot[] {
  const parameters: Slot[] = declared.parameters.map((parameter: Json) => ({
    name: parameter.name,
    place: parameter.in,
    isRequired: parameter.required ?? false,
    isJson: 'content' in parameter,
    schema: parameter.schema ?? parameter.content['application/json'].schema,
  }))
  const form = formOf(declared)
  const { properties = {}, required = [] } = form ? resolveReference(root, form.schema) : {}
  return [
    ...parameters,
    ...Object.entries(properties).map(([name, schema]): Slot => {
      const isJson = form?.encoding?.[name]?.contentType === 'application/json'
      return { name, place: 'form', isRequired: required.includes(name), isJson, schema }
    }),
  ]
}

/** Only the fields of a form can be files. */
const textOf = (value: string | File): string => (typeof value === 'string' ? value : value.name)

const FORM = 'application/x-www-form-urlencoded'
const formOf = ({ requestBody }: Json): Json =>
  requestBody?.content[FORM] ?? requestBody?.content['multipart/form-data']

/** Returns the text of a value in the encoding that the document declares for this slot. */
export const textForSlot = ({ isJson }: Slot, value: Json): string =>
  isJson || typeof value !== 'string' ? JSON.stringify(value) : value

/** Returns the request that a generated client sends. */
export function requestFor(base: string, { method, path, declared }: Operation, filled: SlotTexts): Request {
  const query = new URLSearchParams()
  const headers = new Headers()
  const form: [string, string | File][] = []
  let address = path
  for (const [{ name, place }, value] of filled) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(textOf(value)))
    else if (place === 'query') query.set(name, textOf(value))
    else if (place === 'form') form.push([name, value])
    // Headers are ASCII, and the runtime limits their size.
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

/** Returns a random value that fits a schema of the document, or that is at or just outside its limits. */
export function valueFor(document: ApiDocument, schema: Json, pick: Pick): Json {
  const { root } = document
  const rule = resolveReference(root, schema)
  const options = rule.anyOf ?? rule.oneOf ?? rule.enum?.map((value: Json) => ({ const: value }))
  if ('const' in rule) return rule.const
  if (options) return valueFor(document, pick(options), pick)
  const type = pick([rule.type].flat())
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
  const limits = [minLength, maxLength, maxLength + 1].map((length) => 'x'.repeat(Math.min(length, 100_000)))
  const texts = WORDS.filter(({ length }) => length >= minLength)
  return pick([...texts, ...texts, ...limits])
}

function listFor(
  document: ApiDocument,
  { prefixItems, items = {}, minItems = 0, maxItems = 3 }: Json,
  pick: Pick,
): Json {
  if (prefixItems) return prefixItems.map((item: Json) => valueFor(document, item, pick))
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

/** Returns random values for the slots of an operation. Most fit the document, and few optional slots have one. */
export function slotTextsFor(document: ApiDocument, operation: Operation, pick: Pick): Map<Slot, string | File> {
  const filled = new Map<Slot, string | File>()
  const slots = slotsOf(document, operation)
  const optional = slots.filter(({ isRequired }) => !isRequired).length
  for (const slot of slots) {
    // Few optional slots get a value, because one value that is refused would hide all others.
    if (!slot.isRequired && pick(Array.from({ length: Math.max(2, optional) }, (_, index) => index)) > 1) continue
    const value = valueFor(document, slot.schema, pick)
    const file = [value].flat().find((part) => part instanceof File)
    filled.set(slot, file ?? textForSlot(slot, value))
  }
  return filled
}
