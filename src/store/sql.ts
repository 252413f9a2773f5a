/** The one way to write SQL. Values are always bound and never part of the text. Columns are always named. */

/** A value in `${…}`. A list is bound as JSON text: `id IN (SELECT value FROM json_each(${ids}))`. */
export type SqlValue = string | number | boolean | null | undefined | Uint8Array | readonly (string | number)[]

type Bound = string | number | null | ArrayBuffer

export type Statement = { text: string; values: Bound[] }

// A template in the code has the same strings object at each call.
const texts = new WeakMap<TemplateStringsArray, string>()

/** Returns the text of a template with `?` for each value, and the values. */
export function statement(strings: TemplateStringsArray, values: readonly SqlValue[]): Statement {
  let text = texts.get(strings)
  if (text === undefined) texts.set(strings, (text = strings.join('?')))
  return { text, values: values.map(bound) }
}

/** Returns the value as it is bound. The two stores disagree on booleans and absent values, so neither receives one. */
export function bound(value: SqlValue): Bound {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Uint8Array) return value.slice().buffer
  return JSON.stringify(value)
}
