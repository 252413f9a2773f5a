import type * as v from 'valibot'
import type { Caller } from './callers'
import type { ErrorKind } from './errors'

/**
 * One declaration per endpoint. Routing, decoding, `ignored_parameters_unsupported`, the 405 for a wrong method, the
 * OpenAPI document, the docs page and the check that every endpoint has a test all read this value.
 *
 * Its handler has up to three parts, named for where they run:
 *   prepare  in the Worker, before: work that needs no decision (render Markdown, hash a password)
 *   decide   in the realm: read state, refuse or write, announce; answers plain data. A synchronous one runs in a single
 *            transaction; one that must await opens its own with realm.transaction
 *   present  in the Worker, after: bulk reads and shaping
 */
export type Endpoint<Realm, Edge, Actor, Params extends Schemas, Prepared, Decision> = {
  route: Route
  summary: string
  /** What a client must know beside that: what differs from other servers, or what an answer cannot hide. */
  note?: string
  caller: Caller<Actor>
  params: Params
  returns: Schemas
  /** Fields beside those of `returns` may appear: only for answers whose shape is a list of registered parts. */
  returnsMore?: boolean
  errors: ErrorKind<never>[]
  deprecated?: boolean
  /** The most a request body may hold; form fields are small unless an endpoint says otherwise. */
  bodyLimit?: number
  // Methods, not properties: their parameters are compared loosely, so that any endpoint is an AnyEndpoint.
  /** Which realm is asked, where it is not the one that the host names. */
  realm?(params: Decoded<Params>): RealmPlace
  prepare?(edge: Edge, params: Decoded<Params>): Prepared | Promise<Prepared>
  decide(realm: Realm, actor: Actor, params: Decoded<Params> & Prepared): Decision | Promise<Decision>
  present?(edge: Edge, decision: Decision, params: Decoded<Params>): object | Promise<object>
  /** What is said at the deployment's own host, where no realm is meant. */
  atRoot?(edge: Edge, params: Decoded<Params>): object | Promise<object>
  /** In place of `present`, where the answer is no JSON object: a file, a redirect. */
  serve?(edge: Edge, decision: Decision, params: Decoded<Params>): Response | Promise<Response>
  /** What `serve` answers, by status, where the endpoint is part of the API. */
  serves?: Record<number, Served>
  /** The same for everyone, whoever asks: there is nothing to decide, so the realm is not even asked. */
  isPublic?: boolean
  /** It refuses every request, because no deployment can configure what it needs: no test can see it answer. */
  isUnconfigured?: boolean
  /** Fields of the answer are the client's own, so no vendor's name is added to them. */
  verbatim?: boolean
  /** The body is not decoded beforehand: `present` or `serve` reads it as it comes. The value is what the body holds. */
  streams?: StreamedBody
  /** The answer is events as they come: the realm hands over a socket and the edge waits on it. */
  listens?: boolean
}

type StreamedBody = 'one file of a form' | 'a piece of a file' | 'nothing'

/** One answer of an endpoint that is not the JSON of `returns`. `fields`: the body is JSON with the envelope and these. */
export type Served = {
  description: string
  headers?: readonly string[]
  fields?: Schemas
  mayBeEmpty?: boolean
}

/** INNER: asked by the edge in the course of answering somebody. No request reaches it. */
type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS' | 'INNER'
/** `site:` is what pages and messages link to: such a path stands beside the API and not within it. */
export type Route = `${Method} ${'' | 'site:'}/${string}`
export type Schemas = Record<string, v.GenericSchema>
export type Decoded<Params extends Schemas> = { [Name in keyof Params]: v.InferOutput<Params[Name]> }

/** Where a realm lives: its name, and what was said of its place when it was created. */
export type RealmPlace = { name: string; jurisdiction?: string; location_hint?: string; create?: boolean }

/** Any endpoint, for those who walk the catalogue. What its parts take is known to its own declaration only. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, Schemas, unknown, unknown>

/** The catalogue as people read it: each concept's endpoints, under the concept's name. */
export type Concepts = ReadonlyMap<string, readonly AnyEndpoint[]>

/** `endpoint(…)` for the handles of one server; the machinery itself has never heard of them. */
export function endpointFor<Realm, Edge>() {
  return <Actor, Params extends Schemas, Decision, Prepared = unknown>(
    declaration: Endpoint<Realm, Edge, Actor, Params, Prepared, Decision>,
  ): Endpoint<Realm, Edge, Actor, Params, Prepared, Decision> => declaration
}

export const methodOf = (endpoint: { route: Route }) => endpoint.route.split(' ')[0]!
export const pathOf = (endpoint: { route: Route }) => endpoint.route.slice(endpoint.route.indexOf('/'))
export const isOnSite = (endpoint: { route: Route }) => endpoint.route.includes(' site:')
/** What a path leaves open: one segment each, or with a plus all that is left. */
export const HOLE = /:(\w+)\+?/g
export const pathParamsOf = (endpoint: { route: Route }) =>
  [...pathOf(endpoint).matchAll(HOLE)].map((match) => match[1]!)
