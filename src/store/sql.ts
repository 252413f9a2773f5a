/** The one way to write SQL. Values are always bound, never spliced; columns are always named. */

/** What may stand in `${…}`. A list is bound as JSON text: `id IN (SELECT value FROM json_each(${ids}))`. */
export type SqlValue = string | number | boolean | null | undefined | Uint8Array | readonly (string | number)[]

type Bound = string | number | null | ArrayBuffer

export type Statement = { text: string; values: Bound[] }

// Each place in the code that says a statement says it with the same strings every time.
const texts = new WeakMap<TemplateStringsArray, string>()

export function statement(strings: TemplateStringsArray, values: readonly SqlValue[]): Statement {
  let text = texts.get(strings)
  if (text === undefined) texts.set(strings, (text = strings.join('?')))
  return { text, values: values.map(bound) }
}

// The two stores disagree on what a boolean or an absent value becomes, so neither ever sees one.
function bound(value: SqlValue): Bound {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Uint8Array) return value.slice().buffer
  return JSON.stringify(value)
}
