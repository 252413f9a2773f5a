import * as v from 'valibot'
import type { AnyEndpoint, Schemas } from './endpoint'
import { errorOfIssue, notValidJson } from './parameter-errors'
import { apiError, type ApiError } from './errors'
import { parseJson } from './parse-json'
import { isNestedTooDeeply } from './json-depth'
import { aliasesOf, isInHeader, isText, mayBeText, takesFiles } from './params'
import type { Fields } from './read-fields'
import { currentValue } from './specified-forms'
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
  const { declared, decoders } = planOf(endpoint, vendor)
  let files: [string, string | File][] = []
  for (const { name, names, schema, takes, absent } of decoders) {
    if (takes) {
      files = [...fields].filter(([, value]) => value instanceof File)
      params[name] = firstValid(name, schema, [files.map(([, file]) => file)])
      continue
    }
    const raw = path[name] ?? rawValue(names, fields)
    params[name] = raw === undefined ? absent() : firstValid(name, schema, candidateValues(name, raw, schema, vendor))
  }
  const isDeclared = (field: string) => declared.has(field) || files.some(([name]) => name === field)
  return { params, ignored: [...fields.keys()].filter((field) => !isDeclared(field)) }
}

/** Returns the parameters that an endpoint reads from headers, by name. */
export function headerParams(endpoint: AnyEndpoint, headers: Headers): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of planOf(endpoint, '').headers) {
    const value = headers.get(name)
    if (value !== null) params[name] = value
  }
  return params
}

/** What the declaration of an endpoint says about decoding its parameters. It is derived once, because each request needs it. */
type Plan = { declared: ReadonlySet<string>; headers: string[]; decoders: Decoder[] }
type Decoder = { name: string; names: string[]; schema: Schemas[string]; takes: boolean; absent: () => unknown }

const plans = new WeakMap<AnyEndpoint, Map<string, Plan>>()

function planOf(endpoint: AnyEndpoint, vendor: string): Plan {
  let byVendor = plans.get(endpoint)
  if (byVendor === undefined) plans.set(endpoint, (byVendor = new Map()))
  let plan = byVendor.get(vendor)
  if (plan === undefined) byVendor.set(vendor, (plan = newPlan(endpoint, vendor)))
  return plan
}

function newPlan({ params }: AnyEndpoint, vendor: string): Plan {
  const decoders = Object.entries(params).map(([name, schema]) => ({
    name,
    names: [name, ...aliasesOf(schema)].flatMap((spelling) => spellingsOf(spelling, vendor)),
    schema,
    takes: takesFiles(schema),
    absent: valueIfAbsent(name, schema),
  }))
  const fieldNames = decoders.filter(({ takes }) => !takes).flatMap(({ names }) => names)
  const headers = decoders.filter(({ schema }) => isInHeader(schema)).map(({ name }) => name)
  return { declared: new Set(['client', ...fieldNames]), headers, decoders }
}

/** Returns a function that returns the value of a parameter without a field. An object is a new one for each request. */
function valueIfAbsent(name: string, schema: Schemas[string]): () => unknown {
  const absent = v.safeParse(schema, undefined)
  if (!absent.success)
    return () => {
      throw missingParameter({ var_name: name })
    }
  const { output } = absent
  if (typeof output !== 'object' || output === null) return () => output
  if (Object.keys(output).length > 0) return () => v.parse(schema, undefined)
  return Array.isArray(output) ? () => [] : () => ({})
}

function rawValue(names: string[], fields: Fields): string | File | undefined {
  // Nearly each parameter has one name, and is absent.
  if (names.length === 1) return fields.get(names[0]!)
  const [first, second] = names.filter((name) => fields.has(name))
  if (first === undefined) return undefined
  if (second !== undefined) throw confusingParameter({ var_name1: first, var_name2: second })
  return fields.get(first)
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
function candidateValues(name: string, raw: string | File, schema: Schemas[string], vendor: string): unknown[] {
  if (typeof raw !== 'string') return [raw]
  if (isText(schema)) return [currentValue(name, specifiedValue(name, raw, vendor))]
  const value = isNestedTooDeeply(raw) ? undefined : parseJson(raw)
  if (mayBeText(schema)) return value === undefined ? [raw] : [value, raw]
  if (value === undefined) throw notValidJson({ var_name: name })
  return [value]
}
