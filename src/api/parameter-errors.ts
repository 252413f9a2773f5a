import type * as v from 'valibot'
import { badRequest, type ApiError } from './errors'

/** The errors of invalid parameters. Clients show them to people, so each names the exact place of the value. */
export const notValidJson = badRequest((f: { var_name: string }) => `${f.var_name} is not valid JSON`)
export const wrongType = badRequest((f: { var_name: string; expected: string }) => `${f.var_name} is not ${f.expected}`)
export const invalidValue = badRequest((f: { var_name: string }) => `Invalid ${f.var_name}`)
export const tooLong = badRequest(
  (f: { var_name: string; limit: number; unit: string }) => `${f.var_name} is too long (limit: ${f.limit} ${f.unit})`,
)

/** Returns a refusal if the text has too many characters. An emoji counts as one character. */
export const refusalOfTextLength = (var_name: string, text: string, limit: number): ApiError | undefined =>
  [...text].length > limit ? tooLong({ var_name, limit, unit: 'characters' }) : undefined

export const keyMissing = badRequest(
  (f: { var_name: string; key: string }) => `${f.key} key is missing from ${f.var_name}`,
)
export const keyUnexpected = badRequest(
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

/** Returns the error for an issue that the validation found in the parameter `name`. */
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
  // A rule of ours names the type that it expects ("a non-negative integer"). The library's own messages are not for people.
  return hasOurMessage(issue) ? wrongType({ var_name, expected: issue.message }) : invalidValue({ var_name })
}

const UNITS: Record<string, string> = { max_length: 'characters', max_entries: 'entries' }

type Excess = { path: Path; limit: number; unit: string }

/** Returns the length limit that the value exceeds, and its place. For a union, the limit of any of its options. */
function excessIn({ type, input, requirement, issues, path: place }: v.BaseIssue<unknown>): Excess | undefined {
  const path = place ?? []
  const unit = Array.isArray(input) ? 'items' : UNITS[type]
  if (type in UNITS && unit !== undefined) return { path, limit: Number(requirement), unit }
  const within = issues?.map(excessIn).find((excess) => excess !== undefined)
  return within && { ...within, path: [...path, ...within.path] }
}

const hasOurMessage = (issue: v.BaseIssue<unknown>) => !issue.message.startsWith('Invalid ')

type Path = readonly { key?: unknown }[]

const keyAt = (name: string, path: Path) => ({
  var_name: placeIn(name, path.slice(0, -1)),
  key: String(path.at(-1)?.key),
})

const placeIn = (name: string, path: Path) =>
  name + path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `["${String(key)}"]`)).join('')
