import { basicAuthenticationRequired, invalidCredentials, malformedApiKey, missingCredentials } from '../callers'
import { invalidValue, notValidJson, tooLong, wrongType } from '../parameter-errors'
import { confusingParameter, missingParameter } from '../decode'
import { parametersOf, takesForm } from './parameters'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../endpoint'
import {
  type ErrorKind,
  methodNotAllowed,
  pathNotFound,
  realmDoesNotExist,
  requestTooLarge,
  unreadableBody,
} from '../errors'
import { tooManyFields } from '../read-fields'

/** An error as the documentation shows it. */
export type DescribedError = { status: number; code: string; msg: string; fields: string[] }

/** Returns the errors of an endpoint: its own, those of its caller, and those that every endpoint of its kind has. */
export function errorsOf(endpoint: AnyEndpoint): DescribedError[] {
  const kinds = [...endpoint.errors, ...endpoint.caller.errors, ...commonErrors(endpoint)]
  const distinct = new Map(
    kinds.map(describedError).map((error) => [`${error.status} ${error.code} ${error.msg}`, error]),
  )
  return [...distinct.values()].sort((a, b) => a.status - b.status)
}

function* commonErrors(endpoint: AnyEndpoint): Generator<ErrorKind<never>> {
  const parameters = parametersOf(endpoint)
  if (parameters.some(({ isRequired, place }) => isRequired && place !== 'path')) yield missingParameter
  if (parameters.some(({ aliases }) => aliases.length > 0)) yield confusingParameter
  if (parameters.length > 0) yield* [notValidJson, wrongType, invalidValue]
  // With a segment that is not an id or not text, the path is that of no endpoint, or of one with other methods.
  if (pathParamsOf(endpoint).length > 0) yield* [pathNotFound, methodNotAllowed]
  yield tooManyFields
  if (parameters.some(({ schema }) => isBounded(schema))) yield tooLong
  if (mayHaveBody(endpoint)) yield* [unreadableBody, requestTooLarge]
  const { needs } = endpoint.caller
  if (needs === 'account') yield missingCredentials
  if (needs === 'account' || needs === 'whoever')
    yield* [invalidCredentials, malformedApiKey, basicAuthenticationRequired]
  if (endpoint.realm === undefined) yield realmDoesNotExist
}

/** A DELETE may have a form, too. */
const mayHaveBody = (endpoint: AnyEndpoint) => takesForm(endpoint) || methodOf(endpoint) === 'DELETE'

const BOUNDS = ['maxLength', 'maxItems', 'maxProperties']

/** Whether a value has a limit on its length, or contains one that has. */
const isBounded = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => BOUNDS.includes(key) || isBounded(value))

/** Returns an error with a placeholder for each of its fields. The message is a function of them, so calling it names them. */
export function describedError(kind: ErrorKind<never>): DescribedError {
  const cached = described.get(kind)
  if (cached) return cached
  const result = describe(kind)
  described.set(kind, result)
  return result
}

// Most endpoints share many errors, and making an error is slow.
const described = new WeakMap<ErrorKind<never>, DescribedError>()

function describe(kind: ErrorKind<never>): DescribedError {
  const read = new Set<string>()
  let areCopied = false
  const fields = new Proxy(
    {},
    {
      get(_, name) {
        read.add(String(name))
        return placeholder(String(name))
      },
      ownKeys() {
        areCopied = true // into the answer; the fields of a generic error only appear in its message
        return []
      },
    },
  )
  const { msg } = kind(fields as never).refusal
  return { status: kind.status, code: kind.code, msg, fields: areCopied ? [...read] : [] }
}

/** Reads as `{name}`, whatever the message does with it. */
function placeholder(name: string): unknown {
  const itself: unknown = new Proxy(() => itself, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => `{${name}}` : itself),
  })
  return itself
}
