import type { Json } from '../person'

/** The keywords that say nothing of whether a value fits. */
const NOTES = ['description', 'title', 'default', 'deprecated', 'examples', 'contentMediaType', 'format']

type Check = (
  rule: Json,
  value: Json,
  visit: (schema: Json, inner: Json, at?: string) => string | undefined,
  schema: Json,
) => string | undefined

const isObject = (value: Json) => typeof value === 'object' && value !== null && !Array.isArray(value)
const size = (value: string) => [...value].length
const same = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)
const unless = (fits: boolean, complaint: string) => (fits ? undefined : complaint)

const typesOf = (value: Json): string[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

const firstOf = <Item>(items: Iterable<Item>, complaint: (item: Item) => string | undefined): string | undefined => {
  for (const item of items) {
    const found = complaint(item)
    if (found !== undefined) return found
  }
  return undefined
}

const CHECKS: Record<string, Check> = {
  type: (rule, value) =>
    unless(
      [rule].flat().some((each) => typesOf(value).includes(each)),
      `is no ${rule}`,
    ),
  const: (rule, value) => unless(same(rule, value), `is not ${JSON.stringify(rule)}`),
  enum: (rule, value) =>
    unless(
      rule.some((each: Json) => same(each, value)),
      `is none of ${JSON.stringify(rule)}`,
    ),
  allOf: (rule, value, visit) => firstOf<Json>(rule, (each) => visit(each, value)),
  anyOf: (rule, value, visit) =>
    unless(
      rule.some((each: Json) => visit(each, value) === undefined),
      `fits none of ${rule.length} schemas`,
    ),
  oneOf: (rule, value, visit) =>
    unless(
      rule.filter((each: Json) => visit(each, value) === undefined).length === 1,
      'does not fit exactly one schema',
    ),
  properties: (rule, value, visit) =>
    isObject(value)
      ? firstOf(Object.keys(rule), (name) => (name in value ? visit(rule[name], value[name], `.${name}`) : undefined))
      : undefined,
  required: (rule, value) =>
    isObject(value) ? firstOf<string>(rule, (name) => unless(name in value, `lacks ${name}`)) : undefined,
  additionalProperties: (rule, value, visit, { properties = {} }) =>
    isObject(value)
      ? firstOf(
          Object.keys(value).filter((name) => !(name in properties)),
          (name) => (rule === false ? `has ${name}` : rule === true ? undefined : visit(rule, value[name], `.${name}`)),
        )
      : undefined,
  propertyNames: (rule, value, visit) =>
    isObject(value) ? firstOf(Object.keys(value), (name) => visit(rule, name)) : undefined,
  minProperties: (rule, value) =>
    isObject(value) ? unless(Object.keys(value).length >= rule, 'is too small') : undefined,
  maxProperties: (rule, value) =>
    isObject(value) ? unless(Object.keys(value).length <= rule, 'is too large') : undefined,
  prefixItems: (rule, value, visit) =>
    Array.isArray(value)
      ? firstOf(rule.entries(), ([nth, each]: [number, Json]) =>
          nth < value.length ? visit(each, value[nth], `[${nth}]`) : undefined,
        )
      : undefined,
  items: (rule, value, visit, { prefixItems = [] }) =>
    Array.isArray(value)
      ? firstOf(value.entries(), ([nth, each]) => {
          if (nth < prefixItems.length) return undefined
          return rule === false ? `has item ${nth}` : visit(rule, each, `[${nth}]`)
        })
      : undefined,
  minItems: (rule, value) => (Array.isArray(value) ? unless(value.length >= rule, 'is too short') : undefined),
  maxItems: (rule, value) => (Array.isArray(value) ? unless(value.length <= rule, 'is too long') : undefined),
  minLength: (rule, value) => (typeof value === 'string' ? unless(size(value) >= rule, 'is too short') : undefined),
  maxLength: (rule, value) => (typeof value === 'string' ? unless(size(value) <= rule, 'is too long') : undefined),
  pattern: (rule, value) =>
    typeof value === 'string' ? unless(new RegExp(rule, 'u').test(value), `does not match ${rule}`) : undefined,
  minimum: (rule, value) => (typeof value === 'number' ? unless(value >= rule, `is below ${rule}`) : undefined),
  maximum: (rule, value) => (typeof value === 'number' ? unless(value <= rule, `is above ${rule}`) : undefined),
}

/** The first place where a value does not fit a JSON Schema of the document. A keyword that is not known here is an error. */
export function mismatch(document: Json, schema: Json, value: Json, place = ''): string | undefined {
  if (typeof schema.$ref === 'string') return mismatch(document, referred(document, schema), value, place)
  const visit = (inner: Json, part: Json, at = '') => mismatch(document, inner, part, place + at)
  return firstOf(Object.keys(schema), (keyword) => {
    if (NOTES.includes(keyword)) return undefined
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`No check for the keyword ${keyword} of JSON Schema`)
    const complaint = check(schema[keyword], value, visit, schema)
    // What comes from within names its own place.
    return complaint === undefined || complaint.startsWith('at ') ? complaint : `at ${place || 'its root'} ${complaint}`
  })
}

/** What a reference of the document leads to; anything else is itself. */
export function referred(document: Json, object: Json): Json {
  if (typeof object?.$ref !== 'string') return object
  const keys: string[] = object.$ref.slice(2).split('/')
  return referred(
    document,
    keys.reduce((within, key) => within[key], document),
  )
}
