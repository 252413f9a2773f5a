import * as v from 'valibot'
import type { AnyEndpoint, Schemas } from './endpoint'
import { errorOfIssue, notValidJson } from './parameter-errors'
import { apiError, type ApiError } from './errors'
import { parseJson } from './parse-json'
import { isNestedTooDeeply } from './nesting'
import { aliasesOf, isInHeader, isText, mayBeText, takesFiles } from './params'
import type { Fields } from './read-fields'
import { spellings, specifiedValue } from './vendor-names'

export const missingParameter = apiError(
  'REQUEST_VARIABLE_MISSING',
  (f: { var_name: string }) => `Missing '${f.var_name}' argument`,
)
export const confusingParameter = apiError(
  'REQUEST_CONFUSING_VAR',
  (f: { var_name1: string; var_name2: string }) =>
    `Can't decide between '${f.var_name1}' and '${f.var_name2}' arguments`,
)

/** The parameters an endpoint declares, checked, and the names of the fields that it does not. */
export function decode(endpoint: AnyEndpoint, fields: Fields, path: Record<string, string>, vendor: string) {
  const params: Record<string, unknown> = {}
  const known = new Set(['client'])
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (takesFiles(schema)) {
      const sent = [...fields].filter(([, value]) => value instanceof File)
      for (const [field] of sent) known.add(field)
      params[name] = firstValid(name, schema, [sent.map(([, file]) => file)])
      continue
    }
    const names = [name, ...aliasesOf(schema)].flatMap((each) => spellings(each, vendor))
    for (const each of names) known.add(each)
    const raw = path[name] ?? rawValue(names, fields)
    params[name] = decodeParam(name, raw, schema, vendor)
  }
  return { params, ignored: [...fields.keys()].filter((name) => !known.has(name)) }
}

/** What an endpoint wants to know from headers, by their names. */
export const headerParams = ({ params }: AnyEndpoint, headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, schema]) => {
      const said = isInHeader(schema) ? headers.get(name) : null
      return said === null ? [] : [[name, said]]
    }),
  )

function rawValue(names: string[], fields: Fields): string | File | undefined {
  const given = names.filter((name) => fields.has(name))
  if (given.length > 1) throw confusingParameter({ var_name1: given[0]!, var_name2: given[1]! })
  return given[0] === undefined ? undefined : fields.get(given[0])
}

function decodeParam(name: string, raw: string | File | undefined, schema: Schemas[string], vendor: string): unknown {
  if (raw === undefined) {
    const absent = v.safeParse(schema, undefined)
    if (absent.success) return absent.output
    throw missingParameter({ var_name: name })
  }
  return firstValid(name, schema, typeof raw === 'string' ? candidateValues(name, raw, schema, vendor) : [raw])
}

/** The first of these values that fits, or the complaint about the first. */
function firstValid(name: string, schema: Schemas[string], candidates: readonly unknown[]): unknown {
  let complaint: ApiError | undefined
  for (const candidate of candidates) {
    const result = v.safeParse(schema, candidate, { abortEarly: true })
    if (result.success) return result.output
    complaint ??= errorOfIssue(name, result.issues[0])
  }
  throw complaint!
}

// `to` and `anchor` may be JSON or plain text: JSON is tried first, and its complaint is the one worth telling.
function candidateValues(name: string, raw: string, schema: Schemas[string], vendor: string): unknown[] {
  if (isText(schema)) return [specifiedValue(name, raw, vendor)]
  const value = isNestedTooDeeply(raw) ? undefined : parseJson(raw)
  if (mayBeText(schema)) return value === undefined ? [raw] : [value, raw]
  if (value === undefined) throw notValidJson({ var_name: name })
  return [value]
}
