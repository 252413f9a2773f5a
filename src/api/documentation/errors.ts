import {
  basicAuthenticationRequired,
  invalidCredentials,
  malformedApiKey,
  missingCredentials,
  notLoggedIn,
  otherSession,
} from '../callers'
import { invalidValue, keyMissing, keyUnexpected, notValidJson, tooLong, wrongType } from '../parameter-errors'
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
import { requestFromOtherSite } from '../page-requests'
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
  if (parameters.some(({ schema }) => hasKeyword(schema, NAMED_PARTS))) yield* [keyMissing, keyUnexpected]
  // If a segment is not a valid id, the path belongs to no endpoint, or to one with other methods.
  if (pathParamsOf(endpoint).length > 0) yield* [pathNotFound, methodNotAllowed]
  yield tooManyFields
  if (parameters.some(({ schema }) => hasKeyword(schema, BOUNDS))) yield tooLong
  if (mayHaveBody(endpoint)) yield* [unreadableBody, requestTooLarge]
  const { needs } = endpoint.caller
  if (needs === 'account') yield missingCredentials
  // Any page can send such a request, and only those of the organization may.
  if (needs === 'account' || needs === 'optional' || endpoint.isForOwnPages || endpoint.caller.isAgent)
    yield requestFromOtherSite
  if (needs === 'account' || needs === 'optional') yield* [notLoggedIn, otherSession]
  if (needs === 'account' || needs === 'optional')
    yield* [invalidCredentials, malformedApiKey, basicAuthenticationRequired]
  if (endpoint.realm === undefined) yield realmDoesNotExist
}

/** Returns whether a request may have a body. A DELETE may have a form too. */
const mayHaveBody = (endpoint: AnyEndpoint) => takesForm(endpoint) || methodOf(endpoint) === 'DELETE'

const NAMED_PARTS = ['properties']
const BOUNDS = ['maxLength', 'maxItems', 'maxProperties']

/** Returns whether a schema has one of these keywords, for the value or for a value within it. */
const hasKeyword = (schema: unknown, keywords: readonly string[]): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => keywords.includes(key) || hasKeyword(value, keywords))

/** Returns an error for the documentation. Its message has the placeholder `{name}` instead of the value of each field. */
export function describedError(kind: ErrorKind<never>): DescribedError {
  const cached = described.get(kind)
  if (cached) return cached
  const result = describe(kind)
  described.set(kind, result)
  return result
}

// Most endpoints share many errors, and to make an error is slow.
const described = new WeakMap<ErrorKind<never>, DescribedError>()

/** Makes the error with a proxy as its fields, which records the names that the message reads. */
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
        areCopied = true // The answer has the fields. Those of a generic error occur only in its message.
        return []
      },
    },
  )
  const { msg } = kind(fields as never).refusal
  // The message of some errors is a field as a whole.
  return { status: kind.status, code: kind.code, msg: `${msg}`, fields: areCopied ? [...read] : [] }
}

/** Returns a value that becomes the text `{name}`, even after the message calls its methods or reads its properties. */
function placeholder(name: string): unknown {
  const itself: unknown = new Proxy(() => itself, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => `{${name}}` : itself),
  })
  return itself
}
