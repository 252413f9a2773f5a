import * as v from 'valibot'
import { NO_ADDRESS } from './missing-addresses'

/**
 * The words of which integrations declare the fields of a body. Objects skip the fields that they do not name.
 *
 * A delivery is refused only for a field that its text needs. `text`, `number`, `flag` and `options` are needed. `maybe` and
 * `address` are not: if such a field is absent, empty or of another type, the text does without it. An object whose fields are
 * not needed is not needed either, and a list may be absent.
 */
export const text = v.union([v.string(), v.pipe(v.number(), v.transform(String))])
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/
export const number = v.union([v.number(), v.pipe(v.string(), v.regex(DECIMAL), v.transform(Number))])
export const flag = v.boolean()
export const anything = v.unknown()
export const options = v.picklist

/** Text or a number, which some services send in place of each other. */
export const scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))

const ADDRESS = /^[^\s"<>{}]+\s*$/
/** The address of a link. Without it, the link is its text. */
export const address = v.fallback(v.pipe(v.string(), v.regex(ADDRESS)), NO_ADDRESS)

/** The address of a link that another one can stand in for, or that the text does without. */
export const maybeAddress = v.fallback(v.nullish(v.pipe(v.string(), v.regex(ADDRESS))), undefined)

/** The fields of an object. If it needs none of them, a missing object is one without fields. */
export function one<const Entries extends v.ObjectEntries>(entries: Entries): v.ObjectSchema<Entries, undefined> {
  const declared = v.object(entries)
  const empty = v.safeParse(declared, {})
  if (!empty.success) return declared
  const lenient: typeof declared = {
    ...declared,
    '~run': (dataset, config) => declared['~run'](isObject(dataset.value) ? dataset : { value: {} }, config),
  }
  // An object schema asks this of a field that is absent.
  return Object.assign(lenient, { fallback: () => empty.output })
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** A field that may be absent, null, empty, or of another type. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => {
  const orNothing = (value: unknown) => (schema.type === 'object' && !isObject(value) ? undefined : value)
  const read = v.pipe(v.unknown(), v.transform(orNothing), v.nullish(schema))
  return v.fallback(v.nullish(read), undefined)
}

const itemsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : []

/** A list, which may be absent. */
export const many = <Item extends v.GenericSchema>(item: Item) =>
  v.nullish(v.pipe(v.unknown(), v.transform(itemsOf), v.array(item)), [])

/** A list of whose items the text needs the first one. */
export const firstOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.unknown(),
    v.transform(itemsOf),
    v.array(item),
    v.minLength(1),
    v.transform((items) => items[0]!),
  )

/** The parts of an object by name. */
export const dictionary = <Schema extends v.GenericSchema>(schema: Schema) => v.record(v.string(), schema)

/** The texts and numbers of an object by name, as text. Other values are skipped: newer versions of a service may add them. */
export const texts = v.pipe(
  dictionary(anything),
  v.transform((values): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    ),
  ),
)

/** Returns the value below these names, or undefined if there is none. For the choice of an event before its fields are checked. */
export function at(body: unknown, ...path: (string | number)[]): unknown {
  let value: unknown = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/** Returns the address below these names, or what stands for a missing one. */
export function addressAt(body: unknown, ...path: (string | number)[]): string {
  const value = at(body, ...path)
  return typeof value === 'string' && value !== '' ? value : NO_ADDRESS
}

/** Returns the text below these names. Numbers count as text. */
export function textAt(body: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(body, ...path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
