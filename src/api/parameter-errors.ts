import type * as v from 'valibot'
import { badRequest, type ApiError } from './errors'

/** What is said of a parameter that is there but wrong. Clients show these to people, so the place is told exactly. */
export const notValidJson = badRequest((f: { var_name: string }) => `${f.var_name} is not valid JSON`)
export const wrongType = badRequest((f: { var_name: string; expected: string }) => `${f.var_name} is not ${f.expected}`)
export const invalidValue = badRequest((f: { var_name: string }) => `Invalid ${f.var_name}`)
export const tooLong = badRequest(
  (f: { var_name: string; limit: number; unit: string }) => `${f.var_name} is too long (limit: ${f.limit} ${f.unit})`,
)

/** Text may have so many characters, as people count them. */
export const refusalOfTextLength = (var_name: string, said: string, limit: number): ApiError | undefined =>
  [...said].length > limit ? tooLong({ var_name, limit, unit: 'characters' }) : undefined

const keyMissing = badRequest((f: { var_name: string; key: string }) => `${f.key} key is missing from ${f.var_name}`)
const keyUnexpected = badRequest(
  (f: { var_name: string; key: string }) => `${f.key} key is unexpected in ${f.var_name}`,
)

const NAMES_OF_TYPES: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'an integer',
  safe_integer: 'an integer',
  array: 'a list',
  tuple: 'a list',
  strict_tuple: 'a list',
  object: 'a dict',
  strict_object: 'a dict',
  loose_object: 'a dict',
  record: 'a dict',
}

const CHOICES = new Set(['picklist', 'union', 'literal', 'variant', 'enum'])

/** The first thing that does not fit, in words. */
export function errorOfIssue(name: string, issue: v.BaseIssue<unknown>): ApiError {
  const path = issue.path ?? []
  const var_name = placeIn(name, path)
  const last = path.at(-1)
  if (issue.expected === 'never') return keyUnexpected(keyAt(name, path))
  if (last?.origin === 'key' && issue.type.endsWith('object')) return keyMissing(keyAt(name, path))
  const excess = excessIn(issue)
  if (excess) return tooLong({ ...excess, var_name: placeIn(name, excess.path) })
  if (CHOICES.has(issue.type)) return invalidValue({ var_name })
  const expected = NAMES_OF_TYPES[issue.type]
  if (expected !== undefined) return wrongType({ var_name, expected })
  // A rule says what it wants ("a non-negative integer"), or has only the library's words, which are not for people.
  return hasOwnWords(issue) ? wrongType({ var_name, expected: issue.message }) : invalidValue({ var_name })
}

const UNITS: Record<string, string> = { max_length: 'characters', max_entries: 'entries' }

type Excess = { path: Path; limit: number; unit: string }

/** Which bound is exceeded, and where, if that is what is wrong. Of a value that may be one of several kinds, any bound. */
function excessIn({ type, input, requirement, issues, path: place }: v.BaseIssue<unknown>): Excess | undefined {
  const path = place ?? []
  const unit = Array.isArray(input) ? 'items' : UNITS[type]
  if (type in UNITS && unit !== undefined) return { path, limit: Number(requirement), unit }
  const within = issues?.map(excessIn).find((excess) => excess !== undefined)
  return within && { ...within, path: [...path, ...within.path] }
}

const hasOwnWords = (issue: v.BaseIssue<unknown>) => !issue.message.startsWith('Invalid ')

type Path = readonly { key?: unknown }[]

const keyAt = (name: string, path: Path) => ({
  var_name: placeIn(name, path.slice(0, -1)),
  key: String(path.at(-1)?.key),
})

const placeIn = (name: string, path: Path) =>
  name + path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `["${String(key)}"]`)).join('')
