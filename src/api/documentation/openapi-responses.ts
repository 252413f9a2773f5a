import type { JsonSchema } from '@valibot/to-json-schema'
import type { RecordedExamples } from './examples'
import { fieldsOf } from './fields'
import { jsonSchemaOf } from './json-schema'
import { errorsOf, type DescribedError } from './errors'
import type { AnyEndpoint, Schemas, ServedResponse } from '../endpoint'
import type { Reference } from './reference'
import { answerExamples } from './openapi-examples'
import { RATE_LIMIT_HEADERS, STREAM_OF_EVENTS } from './openapi-components'

/** Returns every answer of an operation, by status. */
export function responses(endpoints: AnyEndpoint[], recorded: RecordedExamples): object {
  const byStatus = Map.groupBy(endpoints.flatMap(errorsOf), ({ status }) => status)
  return {
    ...successes(endpoints, answerExamples(endpoints, recorded)),
    503: { $ref: '#/components/responses/Unavailable' },
    ...Object.fromEntries([...byStatus].map(([status, errors]) => [status, refusal(errors)])),
    414: { $ref: '#/components/responses/AddressTooLong' },
    429: { $ref: '#/components/responses/RateLimitHit' },
    500: { $ref: '#/components/responses/InternalError' },
  }
}

function successes(endpoints: AnyEndpoint[], examples: object): object {
  const [{ serves, socket }] = endpoints as [AnyEndpoint]
  if (socket) return { 101: messagesOf(socket) }
  if (serves) return Object.fromEntries(Object.entries(serves).map(([status, response]) => [status, served(response)]))
  const answers = endpoints.map(({ returns, kind, returnsMore }) => {
    const schema = successSchema(returns, kind === 'listener' ? { events: EVENTS } : {})
    return returnsMore ? { ...schema, allOf: [...schema.allOf, { $ref: '#/components/schemas/State' }] } : schema
  })
  const otherTransports = endpoints.some(({ kind }) => kind === 'listener') ? STREAM_OF_EVENTS : undefined
  return {
    200: {
      description: 'Success.',
      headers: RATE_LIMIT_HEADERS,
      content: {
        'application/json': { schema: anyOf(answers), ...examples },
        ...otherTransports?.content,
      },
    },
    ...otherTransports?.otherwise,
  }
}

/** Returns a schema for what fits one of these, of which some may be the same. */
export function anyOf<Schema extends object>(schemas: readonly Schema[]): Schema | { anyOf: Schema[] } {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [first, ...others] = distinct
  return first !== undefined && others.length === 0 ? first : { anyOf: distinct }
}

/** Returns the schema of the state that a client requests when it registers. Which parts it has depends on the request. */
export const stateSchema = ({ slices }: Reference): object => ({
  type: 'object',
  description: 'The state that events change: the parts whose event types the client requests.',
  properties: Object.fromEntries(
    slices.flatMap(({ fields }) => fieldsOf(fields).map(({ name, schema }) => [name, schema])),
  ),
})

/** OpenAPI has no standard property for the messages of a WebSocket. */
const messagesOf = ({ sends, receives }: NonNullable<AnyEndpoint['socket']>): object => ({
  description:
    'A WebSocket. Each message is JSON. The client sends `ping` about each 15 seconds, and the answer is `pong`.',
  'x-client-sends': jsonSchemaOf(sends),
  'x-client-receives': jsonSchemaOf(receives),
})

const served = ({ description, headers = [], fields, mayBeEmpty }: ServedResponse): object => ({
  description,
  headers: {
    ...RATE_LIMIT_HEADERS,
    ...Object.fromEntries(headers.map((name) => [name, { required: true, schema: { type: 'string' } }])),
  },
  ...(fields ? { content: { 'application/json': { schema: successSchema(fields) } } } : {}),
  // OpenAPI has no standard property for it.
  ...(mayBeEmpty ? { 'x-may-be-empty': true } : {}),
})

/** The schema of `events`, which a listener declares only as a list. openapi-events.ts makes the schemas of the events. */
const EVENTS = { type: 'array', items: { $ref: '#/components/schemas/Event' } }

function successSchema(returns: Schemas, replaced: Record<string, object> = {}) {
  const fields = fieldsOf(returns)
  return {
    allOf: [{ $ref: '#/components/schemas/Success' }],
    type: 'object',
    properties: { ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])), ...replaced },
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

function refusal(errors: DescribedError[]): object {
  const fields = new Set(errors.flatMap((error) => error.fields))
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Error' }],
    type: 'object',
    properties: {
      code: { enum: [...new Set(errors.map(({ code }) => code))] },
      ...Object.fromEntries([...fields].map((name) => [name, {}])),
    },
  }
  const examples = errors.map((error, index) => [
    `${error.code}_${index + 1}`,
    { summary: error.msg, value: answerOf(error) },
  ])
  return {
    description: [...new Set(errors.map(({ code }) => code))].join(', '),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

const answerOf = ({ code, msg, fields }: DescribedError) => ({
  result: 'error',
  msg,
  code,
  ...Object.fromEntries(fields.map((name) => [name, `{${name}}`])),
})
