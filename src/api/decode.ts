import * as v from 'valibot'
import type { AnyEndpoint, Schemas } from './endpoint'
import { errorOfIssue, notValidJson } from './parameter-errors'
import { apiError, type ApiError } from './errors'
import { parseJson } from './parse-json'
import { isNestedTooDeeply } from './json-depth'
import { aliasesOf, isInHeader, isText, mayBeText, takesFiles } from './params'
import type { Fields } from './read-fields'
import { spellingsOf, specifiedValue } from './vendor-names'

export const missingParameter = apiError(
  'REQUEST_VARIABLE_MISSING',
  (f: { var_name: string }) => `Missing '${f.var_name}' argument`,
)
export const confusingParameter = apiError(
  'REQUEST_CONFUSING_VAR',
  (f: { var_name1: string; var_name2: string }) =>
    `Can't decide between '${f.var_name1}' and '${f.var_name2}' arguments`,
)

/**
 * Returns the values of the parameters that an endpoint declares, and the names of the fields that it does not declare. Throws
 * for a parameter that is missing, ambiguous or invalid.
 */
export function decode(endpoint: AnyEndpoint, fields: Fields, path: Record<string, string>, vendor: string) {
  const params: Record<string, unknown> = {}
  const declared = new Set(['client'])
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (takesFiles(schema)) {
      const files = [...fields].filter(([, value]) => value instanceof File)
      for (const [field] of files) declared.add(field)
      params[name] = firstValid(name, schema, [files.map(([, file]) => file)])
      continue
    }
    const names = [name, ...aliasesOf(schema)].flatMap((spelling) => spellingsOf(spelling, vendor))
    for (const spelling of names) declared.add(spelling)
    const raw = path[name] ?? rawValue(names, fields)
    params[name] = decodeParam(name, raw, schema, vendor)
  }
  return { params, ignored: [...fields.keys()].filter((name) => !declared.has(name)) }
}

/** Returns the parameters that an endpoint reads from headers, by name. */
export const headerParams = ({ params }: AnyEndpoint, headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, schema]) => {
      const value = isInHeader(schema) ? headers.get(name) : null
      return value === null ? [] : [[name, value]]
    }),
  )

function rawValue(names: string[], fields: Fields): string | File | undefined {
  const [first, second] = names.filter((name) => fields.has(name))
  if (first === undefined) return undefined
  if (second !== undefined) throw confusingParameter({ var_name1: first, var_name2: second })
  return fields.get(first)
}

function decodeParam(name: string, raw: string | File | undefined, schema: Schemas[string], vendor: string): unknown {
  if (raw === undefined) {
    const absent = v.safeParse(schema, undefined)
    if (absent.success) return absent.output
    throw missingParameter({ var_name: name })
  }
  return firstValid(name, schema, typeof raw === 'string' ? candidateValues(name, raw, schema, vendor) : [raw])
}

/** Returns the first candidate that the schema accepts. If it accepts none, throws the error about the first candidate. */
function firstValid(name: string, schema: Schemas[string], candidates: readonly unknown[]): unknown {
  let firstError: ApiError | undefined
  for (const candidate of candidates) {
    const result = v.safeParse(schema, candidate, { abortEarly: true })
    if (result.success) return result.output
    firstError ??= errorOfIssue(name, result.issues[0])
  }
  throw firstError!
}

// `to` and `anchor` may be JSON or plain text. JSON comes first, because its error is the more useful one.
function candidateValues(name: string, raw: string, schema: Schemas[string], vendor: string): unknown[] {
  if (isText(schema)) return [specifiedValue(name, raw, vendor)]
  const value = isNestedTooDeeply(raw) ? undefined : parseJson(raw)
  if (mayBeText(schema)) return value === undefined ? [raw] : [value, raw]
  if (value === undefined) throw notValidJson({ var_name: name })
  return [value]
}
