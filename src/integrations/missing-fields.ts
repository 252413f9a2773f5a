import * as v from 'valibot'

/**
 * Reads a body in which needed texts are missing. Whether a message needs a text often depends on the rest of the delivery, and
 * only the code that writes the message knows it. So each missing text is a character that occurs in no language: a message
 * that contains it needs the field, and the delivery is refused. Otherwise the message is complete without it.
 */
type ReadBody = { body: unknown; missing: readonly string[] }

const FIRST_MARK = 0xf0100
const MAX_MISSING = 100
/** An object that is missing has missing fields, and these can be objects. */
const MAX_ROUNDS = 20
/** Each substitute copies a part of the body, so a long list without its fields is refused. */
const MAX_SUBSTITUTES = 300

/** Returns what `fields` reads in a body, with marks for missing texts. Returns the first issue if something else is missing. */
export function readMissing(fields: v.GenericSchema, body: unknown): ReadBody | { field: string | undefined } {
  const missing: string[] = []
  let mended = body
  let left = MAX_SUBSTITUTES
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const read = v.safeParse(fields, mended)
    if (read.success) return { body: read.output, missing }
    for (const issue of read.issues) {
      const substitute = substituteFor(issue, missing)
      left -= 1
      if (substitute === undefined || left === 0) return { field: fieldOf(issue) }
      mended = withValue(mended, keysOf(issue), substitute)
    }
  }
  return { field: missing[0] }
}

/** Returns the field that a text needs and that is missing, if there is one. */
export const missingIn = (text: string, missing: readonly string[]): string | undefined =>
  missing.find((_, index) => text.includes(String.fromCodePoint(FIRST_MARK + index)))

/** Returns what to read in place of a value, or undefined if there is no substitute: a missing number, for example. */
function substituteFor(issue: v.BaseIssue<unknown>, missing: string[]): unknown {
  if (issue.kind !== 'schema' || missing.length === MAX_MISSING) return undefined
  if (issue.received === 'undefined' && issue.expected?.startsWith('"')) return null
  if (issue.type === 'object') return {}
  if (issue.expected !== 'string' && issue.expected !== '(string | number)') return undefined
  missing.push(fieldOf(issue) ?? '')
  return String.fromCodePoint(FIRST_MARK + missing.length - 1)
}

const fieldOf = (issue: v.BaseIssue<unknown>): string | undefined => v.getDotPath(issue) ?? undefined
const keysOf = (issue: v.BaseIssue<unknown>): string[] =>
  (issue.path ?? []).flatMap(({ key }) => (typeof key === 'string' || typeof key === 'number' ? [String(key)] : []))

/** Returns a copy of a value with another one at the end of a path. */
function withValue(value: unknown, [key, ...rest]: readonly string[], substitute: unknown): unknown {
  if (key === undefined) return substitute
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? withValue(item, rest, substitute) : item))
  const inner = withValue(Reflect.get(Object(value), key), rest, substitute)
  return { ...Object(value), [key]: inner }
}
