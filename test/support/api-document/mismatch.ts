import type { Json } from '../person'

/** Keywords that do not decide whether a value fits. */
const NOTES = ['description', 'title', 'default', 'deprecated', 'examples', 'contentMediaType', 'format']

type Check = (
  rule: Json,
  value: Json,
  visit: (schema: Json, inner: Json, at?: string) => string | undefined,
  schema: Json,
) => string | undefined

const isObject = (value: Json) => typeof value === 'object' && value !== null && !Array.isArray(value)
const size = (value: string) => [...value].length
const areEqual = (value: Json, other: Json) => JSON.stringify(value) === JSON.stringify(other)
const unless = (fits: boolean, complaint: string) => (fits ? undefined : complaint)

const typesOf = (value: Json): string[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

const firstOf = <Item>(items: Iterable<Item>, complaint: (item: Item) => string | undefined): string | undefined => {
  for (const item of items) {
    const result = complaint(item)
    if (result !== undefined) return result
  }
  return undefined
}

const CHECKS: Record<string, Check> = {
  type: (rule, value) =>
    unless(
      [rule].flat().some((type) => typesOf(value).includes(type)),
      `is not of type ${rule}`,
    ),
  const: (rule, value) => unless(areEqual(rule, value), `is not ${JSON.stringify(rule)}`),
  enum: (rule, value) =>
    unless(
      rule.some((option: Json) => areEqual(option, value)),
      `is none of ${JSON.stringify(rule)}`,
    ),
  allOf: (rule, value, visit) => firstOf<Json>(rule, (schema) => visit(schema, value)),
  anyOf: (rule, value, visit) =>
    unless(
      rule.some((option: Json) => visit(option, value) === undefined),
      `fits none of ${rule.length} schemas`,
    ),
  oneOf: (rule, value, visit) =>
    unless(
      rule.filter((option: Json) => visit(option, value) === undefined).length === 1,
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
      ? firstOf(rule.entries(), ([index, item]: [number, Json]) =>
          index < value.length ? visit(item, value[index], `[${index}]`) : undefined,
        )
      : undefined,
  items: (rule, value, visit, { prefixItems = [] }) =>
    Array.isArray(value)
      ? firstOf(value.entries(), ([index, item]) => {
          if (index < prefixItems.length) return undefined
          return rule === false ? `has item ${index}` : visit(rule, item, `[${index}]`)
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

/** Returns the first place where a value does not fit a JSON Schema of the document. Throws for an unsupported keyword. */
export function mismatch(document: Json, schema: Json, value: Json, place = ''): string | undefined {
  if (typeof schema.$ref === 'string') return mismatch(document, resolveReference(document, schema), value, place)
  const visit = (inner: Json, part: Json, at = '') => mismatch(document, inner, part, place + at)
  return firstOf(Object.keys(schema), (keyword) => {
    if (NOTES.includes(keyword)) return undefined
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`No check for the keyword ${keyword} of JSON Schema`)
    const complaint = check(schema[keyword], value, visit, schema)
    // A complaint about an inner value names its own place.
    return complaint === undefined || complaint.startsWith('at ') ? complaint : `at ${place || 'its root'} ${complaint}`
  })
}

/** Returns the object that a reference of the document points to, or the object itself if it is not a reference. */
export function resolveReference(document: Json, object: Json): Json {
  if (typeof object?.$ref !== 'string') return object
  const keys: string[] = object.$ref.slice(2).split('/')
  return resolveReference(
    document,
    keys.reduce((within, key) => within[key], document),
  )
}
