import { basicAuthenticationRequired, invalidCredentials, malformedApiKey, missingCredentials } from '../callers'
import { invalidValue, notValidJson, tooLong, wrongType } from '../complaints'
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

/** An error as a client's author wants to know it, before it ever happens. */
export type DescribedError = { status: number; code: string; msg: string; fields: string[] }

/** What an endpoint may refuse: what it declares, what its caller does, and what the machinery says before either. */
export function errorsOf(endpoint: AnyEndpoint): DescribedError[] {
  const kinds = [...endpoint.errors, ...endpoint.caller.errors, ...refusedBefore(endpoint)]
  const described = new Map(
    kinds.map(describedError).map((error) => [`${error.status} ${error.code} ${error.msg}`, error]),
  )
  return [...described.values()].sort((a, b) => a.status - b.status)
}

function* refusedBefore(endpoint: AnyEndpoint): Generator<ErrorKind<never>> {
  const parameters = parametersOf(endpoint)
  if (parameters.some(({ isRequired, place }) => isRequired && place !== 'path')) yield missingParameter
  if (parameters.some(({ aliases }) => aliases.length > 0)) yield confusingParameter
  if (parameters.length > 0) yield* [notValidJson, wrongType, invalidValue]
  // A value that is no id, or no text, leads to no endpoint, or to one that has other methods.
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

/** A DELETE may come with a form, too. */
const mayHaveBody = (endpoint: AnyEndpoint) => takesForm(endpoint) || methodOf(endpoint) === 'DELETE'

const BOUNDS = ['maxLength', 'maxItems', 'maxProperties']

/** Whether a value can be too long: a text, a list or an object, or anything that holds one. */
const isBounded = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => BOUNDS.includes(key) || isBounded(value))

/** A message is written as a function of its error's fields: asked with placeholders, it tells which fields those are. */
export function describedError(kind: ErrorKind<never>): DescribedError {
  const read = new Set<string>()
  let areTold = false
  const fields = new Proxy(
    {},
    {
      get(_, name) {
        read.add(String(name))
        return placeholder(String(name))
      },
      ownKeys() {
        areTold = true // copied into the answer; of a generic refusal they only word the message
        return []
      },
    },
  )
  const { msg } = kind(fields as never).refusal
  return { status: kind.status, code: kind.code, msg, fields: areTold ? [...read] : [] }
}

/** Reads as `{name}`, whatever a message does to it on the way. */
function placeholder(name: string): unknown {
  const itself: unknown = new Proxy(() => itself, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => `{${name}}` : itself),
  })
  return itself
}
