import * as v from 'valibot'

/**
 * The words of which integrations declare the fields of a body. Objects skip the fields that they do not name.
 */
export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const one = v.object
export const many = v.array
export const anything = v.unknown()

/** A field that may be absent or null. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema)

/** Text or a number, which some services send in place of each other. */
export const scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))

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

export const options = v.picklist

/** Returns the value below these names, or undefined if there is none. For the choice of an event before its fields are checked. */
export function at(body: unknown, ...path: (string | number)[]): unknown {
  let value: unknown = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/** Returns the text below these names. Numbers count as text. */
export function textAt(body: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(body, ...path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
