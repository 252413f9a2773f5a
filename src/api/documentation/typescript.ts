import { nameOfKind, type AnyEventKind } from '../../events/event'
import { isOnSite, pathOf, type AnyEndpoint } from '../endpoint'
import { isInHeader, takesFiles } from '../params'
import { JSON_ROOT } from '../routes'
import type { Reference } from './reference'
import { block, TypeWriter } from './typescript-types'

/**
 * Returns the API as one file of TypeScript declarations: the parameters and the answer of each endpoint by its route, all events,
 * and the parts of the state from `POST /register`. The web client is compiled with it, and other programs can be.
 */
export function typeDeclarations({ groups, slices }: Reference, vendor: string): string {
  const types = new TypeWriter(vendor)
  const endpoints = groups.flatMap((group) => group.endpoints).filter(isOfApi)
  const written = [
    ...endpoints.map((endpoint) => endpointTypes(types, endpoint)),
    [endpointTable(endpoints), socketTable(types, endpoints)],
    eventTypes(
      types,
      groups.flatMap(({ events }) => events),
    ),
    stateTypes(types, slices),
  ].flat()
  return `${[HEAD, ...types.declarations, ...written, TAIL].join('\n\n')}\n`
}

const HEAD = `/**
 * The types of the API of Parley. The server makes this file from the declarations of its endpoints and events.
 * A later server adds fields, endpoints and events, so a program ignores what it does not know.
 * A field named \`svc_*\` is also sent as \`zulip_*\`, with the same value.
 */

/** The fields of every answer. */
export interface Success {
  result: 'success'
  msg: string
  /** The parameters of the request that the endpoint does not have. */
  ignored_parameters_unsupported?: string[]
}

/** The parameters of every endpoint. */
export interface CommonParameters {
  /** The name of the program that sends the request. */
  client?: string
}

/** Answered instead, with a status of 400 or more. \`code\` is for programs, and \`msg\` for people. */
export interface Failure {
  result: 'error'
  msg: string
  code: string
}`

const TAIL = `/** The method and the path of an endpoint. Parameters in the path have a colon. */
export type Route = keyof Endpoints

export type ParametersOf<Of extends Route> = Endpoints[Of]['parameters']

export type AnswerOf<Of extends Route> = Endpoints[Of]['answer']

/** Any event. Code narrows it by \`type\` and \`op\`. */
export type Event = Events[keyof Events]

/** The state that \`POST /register\` answers to a client that requests these event types. */
export type StateOf<Types extends string> = Pick<
  State,
  {
    [Part in keyof StateParts]: [StateParts[Part]['types']] extends [Types] ? StateParts[Part]['fields'] : never
  }[keyof StateParts]
>`

/** Returns whether programs call the endpoint. Others are pages, but for those with which a page logs in and out. */
const isOfApi = (endpoint: AnyEndpoint) => !isOnSite(endpoint) || pathOf(endpoint).startsWith(`${JSON_ROOT}/`)

/** Returns the types of the parameters and of the answer, if it has any. */
function endpointTypes(types: TypeWriter, endpoint: AnyEndpoint): string[] {
  const name = nameOfEndpoint(endpoint)
  const parameters = types.fields(parametersOf(endpoint))
  const answer = answerFields(types, endpoint)
  const more = endpoint.returnsMore ? ', Partial<State>' : ''
  return [
    ...(parameters.length > 0
      ? [`export interface ${name}Parameters extends CommonParameters ${block(parameters)}`]
      : []),
    ...(answer.length > 0 ? [`export interface ${name}Answer extends Success${more} ${block(answer)}`] : []),
  ]
}

/** Returns the fields of a request. Headers and files have ways of their own. */
const parametersOf = ({ params }: AnyEndpoint) =>
  Object.fromEntries(Object.entries(params).filter(([, schema]) => !isInHeader(schema) && !takesFiles(schema)))

function answerFields(types: TypeWriter, { kind, returns, serves, socket }: AnyEndpoint): string[] {
  if (socket) return []
  const served = Object.values(serves ?? {}).find(({ fields }) => fields !== undefined)
  const { events: _, ...rest } = returns
  return kind === 'listener' ? ['events: Event[]', ...types.fields(rest)] : types.fields(served?.fields ?? returns)
}

/** Returns `PatchMessagesMessageId` for `PATCH /messages/:message_id`. */
const nameOfEndpoint = ({ route }: AnyEndpoint): string => inCamels(route.toLowerCase())

const inCamels = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

function endpointTable(endpoints: readonly AnyEndpoint[]): string {
  const lines = endpoints.map((endpoint) => {
    const name = nameOfEndpoint(endpoint)
    const parameters = Object.keys(parametersOf(endpoint)).length > 0 ? `${name}Parameters` : 'CommonParameters'
    const { summary, deprecated, route } = endpoint
    return `/** ${summary}${deprecated ? ' @deprecated' : ''} */\n${JSON.stringify(route)}: { parameters: ${parameters}; answer: ${nameOfAnswer(endpoint)} }`
  })
  return `/** All endpoints. The answer of some is a file, a page or a redirect: it is undefined here. */\nexport interface Endpoints ${block(lines)}`
}

function socketTable(types: TypeWriter, endpoints: readonly AnyEndpoint[]): string {
  const lines = endpoints.flatMap(({ route, socket }) =>
    socket ? [`${JSON.stringify(route)}: ${block(types.fields({ ...socket }))}`] : [],
  )
  return `/** What clients send and receive on WebSockets that are not for events: each message is JSON. */\nexport interface Sockets ${block(lines)}`
}

function nameOfAnswer(endpoint: AnyEndpoint): string {
  const { kind, returns, serves, socket } = endpoint
  const isJson = kind === 'decision' || (kind === 'listener' && socket === undefined)
  const hasServedFields = Object.values(serves ?? {}).some(({ fields }) => fields !== undefined)
  if (!isJson && !hasServedFields) return 'undefined'
  return hasServedFields || Object.keys(returns).length > 0 ? `${nameOfEndpoint(endpoint)}Answer` : 'Success'
}

function eventTypes(types: TypeWriter, kinds: readonly AnyEventKind[]): string[] {
  const nameOf = (kind: { type: string; op?: string }) => `${inCamels(nameOfKind(kind))}Event`
  const declare = ({ type, op, summary, fields }: Pick<AnyEventKind, 'type' | 'op' | 'summary' | 'fields'>) => {
    const header = [`type: '${type}'`, ...(op === undefined ? [] : [`op: '${op}'`]), 'id: number']
    return `/** ${summary} */\nexport interface ${nameOf({ type, ...(op === undefined ? {} : { op }) })} ${block([...header, ...types.fields(fields)])}`
  }
  const all = [...kinds, HEARTBEAT]
  const lines = all.map((kind) => `${JSON.stringify(nameOfKind(kind))}: ${nameOf(kind)}`)
  return [...all.map(declare), `/** All events, by their type and op. */\nexport interface Events ${block(lines)}`]
}

const HEARTBEAT = { type: 'heartbeat', summary: 'Nothing happened for a while.', fields: {} }

function stateTypes(types: TypeWriter, slices: Reference['slices']): string[] {
  const parts = Map.groupBy(slices, ({ fetchedFor }) => fetchedFor.join(' and '))
  const fields = Object.assign({}, ...slices.map((slice) => slice.fields))
  const lines = [...parts].map(([name, group]) => {
    const names = group.flatMap((slice) => Object.keys(slice.fields))
    return `${JSON.stringify(name)}: { types: ${union(group[0]!.fetchedFor)}; fields: ${union(names)} }`
  })
  return [
    `/** The state that events change. \`POST /register\` answers the parts whose event types a client requests. */\nexport interface State ${block(types.fields(fields))}`,
    `/** Which event types request which fields of the state. */\nexport interface StateParts ${block(lines)}`,
  ]
}

const union = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : [...new Set(names)].map((name) => JSON.stringify(name)).join(' | ')
