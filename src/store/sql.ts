/** The one way to write SQL. Values are always bound and never part of the text. Columns are always named. */

/** Text that several statements share, such as a list of columns. Only the next functions make it, and only from our own source. */
export class SqlText {
  constructor(readonly text: string) {}
}

/** Returns text for `${…}` in statements. It takes no values, so a request cannot change the text of a statement. */
export const sqlText = (strings: TemplateStringsArray): SqlText => new SqlText(strings.join(''))

/** Returns a list of declared names of tables or columns, for a statement that is the same for several tables. */
export function sqlNames(names: readonly string[], before = ''): SqlText {
  const wrong = names.find((name) => !/^[a-z_]+$/.test(name))
  if (wrong !== undefined) throw new Error(`${wrong} is no name of a table or of a column`)
  return new SqlText(names.map((name) => `${before}"${name}"`).join(', '))
}

/** A value in `${…}`. A list is bound as JSON text: `id IN (SELECT value FROM json_each(${ids}))`. */
export type SqlValue = string | number | boolean | null | undefined | Uint8Array | readonly (string | number)[]

/** What a statement may have in `${…}`. */
export type SqlPart = SqlValue | SqlText

type Bound = string | number | null | ArrayBuffer

export type Statement = { text: string; values: Bound[] }

// A template in the code has the same strings object at each call.
const texts = new WeakMap<TemplateStringsArray, string>()

/** Returns the text of a template with `?` for each value and with its shared texts, and the values. */
export function statement(strings: TemplateStringsArray, parts: readonly SqlPart[]): Statement {
  const values: Bound[] = []
  let hasSharedText = false
  for (const part of parts)
    if (part instanceof SqlText) hasSharedText = true
    else values.push(bound(part))
  if (hasSharedText) return { text: withSharedTexts(strings, parts), values }
  let text = texts.get(strings)
  if (text === undefined) texts.set(strings, (text = strings.join('?')))
  return { text, values }
}

const withSharedTexts = (strings: TemplateStringsArray, parts: readonly SqlPart[]): string =>
  parts.reduce<string>(
    (text, part, index) => text + (part instanceof SqlText ? part.text : '?') + strings[index + 1]!,
    strings[0]!,
  )

/** Returns the value as it is bound. The two stores disagree on booleans and absent values, so neither receives one. */
export function bound(value: SqlValue): Bound {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  // `slice` of a `Buffer` copies nothing, and its buffer can have the bytes of others.
  if (value instanceof Uint8Array) return new Uint8Array(value).buffer
  return JSON.stringify(value)
}
