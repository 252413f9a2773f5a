import type * as v from 'valibot'
import type { Caller } from './callers'
import type { ErrorKind } from './errors'

/**
 * One declaration per endpoint. Routing, decoding, `ignored_parameters_unsupported`, the 405 for a wrong method, the
 * OpenAPI document, the documentation page and the check that every endpoint has a test all read this value.
 *
 * There are five kinds, one for each function that `endpointKinds` (endpoint-kinds.ts) returns:
 *   decision  the realm decides, and its answer is JSON
 *   twoStep   a decision that needs work in the Worker, and a second decision that depends on the work
 *   file      the realm decides, and the Worker answers with a file, a page or a redirect
 *   public    the answer is the same for every caller, so the realm is not asked
 *   listener  the answer is events as they are published
 *
 * Its functions are named for where they run:
 *   prepare  in the Worker, before: work that needs no decision (render Markdown, hash a password)
 *   decide   in the realm: read state, refuse or write, publish; returns plain data. A synchronous one runs in a single
 *            transaction; one that must await opens its own with realm.transaction
 *   present, serve  in the Worker, after: bulk reads and shaping, as JSON or as a response of another type
 */
export type Endpoint<Realm, Edge, Actor, Params extends Schemas, Prepared, Decision> = CommonDeclaration<
  Actor,
  Params
> & {
  kind: Kind
  returns: Schemas
  /** Fields beside those of `returns` may appear: only for answers whose shape is a list of registered parts. */
  returnsMore?: boolean
  /** What `serve` answers, by status, where the endpoint is part of the API. */
  serves?: Record<number, ServedResponse>
  /** It refuses every request, because no deployment can configure what it needs: no test can see it answer. */
  isUnconfigured?: boolean
  /** Fields of the answer are the client's own, so no vendor's name is added to them. */
  verbatim?: boolean
  steps?: Readonly<Record<string, AnyStep>>
  // Methods, not properties: their parameters are compared loosely, so that any endpoint is an AnyEndpoint.
  /** The realm that decides, where it is not the one that the host names. */
  realm?(params: Decoded<Params>): RealmPlace
  prepare?(edge: Edge, params: Decoded<Params>): Prepared | Promise<Prepared>
  decide(realm: Realm, actor: Actor, params: Decoded<Params> & Prepared): Decision | Promise<Decision>
  present?(edge: Edge, decision: Decision, params: Decoded<Params>): object | Promise<object>
  /** The answer at the deployment's own host, which names no realm. */
  atRoot?(edge: Edge, params: Decoded<Params>): object | Promise<object>
  serve?(edge: Edge, decision: Decision, params: Decoded<Params>): Response | Promise<Response>
}

type Kind = 'decision' | 'file' | 'public' | 'listener'

/** What every kind declares. */
export type CommonDeclaration<Actor, Params extends Schemas> = {
  route: Route
  summary: string
  /** What a client must know beside that: a difference from other servers, or what an answer cannot hide. */
  note?: string
  caller: Caller<Actor>
  params: Params
  errors: ErrorKind<never>[]
  deprecated?: boolean
  /** The largest request body in bytes; form fields are small unless an endpoint declares otherwise. */
  bodyLimit?: number
  /** The body is not decoded beforehand: `work`, `present` or `serve` reads it as it arrives. The value describes the body. */
  streams?: StreamedBody
}

type StreamedBody = 'one file of a form' | 'a piece of a file' | 'nothing'

/**
 * A later decision of the same request. The Worker asks for it with `edge.ask`, after work that the realm must not wait for.
 * The realm authenticates and authorizes the caller again first, because other requests ran in between.
 */
export type Step<Realm, Actor, Input, Result> = {
  decide(realm: Realm, actor: Actor, input: Input): Result | Promise<Result>
}

export type AnyStep = Step<unknown, unknown, unknown, unknown>

/** One answer of an endpoint that is not the JSON of `returns`. `fields`: the body is JSON with the envelope and these. */
export type ServedResponse = {
  description: string
  headers?: readonly string[]
  fields?: Schemas
  mayBeEmpty?: boolean
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
/** `site:` marks a path that pages and messages link to. Such a path is beside the API, not within it. */
export type Route = `${Method} ${'' | 'site:'}/${string}`
export type Schemas = Record<string, v.GenericSchema>
export type Decoded<Params extends Schemas> = { [Name in keyof Params]: v.InferOutput<Params[Name]> }

/** Where a realm lives: its name, and the place that was chosen when it was created. */
export type RealmPlace = { name: string; jurisdiction?: string; location_hint?: string; create?: boolean }

/** Any endpoint, for code that walks the catalogue. The types of its parts are known to its own declaration only. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, Schemas, unknown, unknown>

export const methodOf = (endpoint: { route: Route }) => endpoint.route.split(' ')[0]!
export const pathOf = (endpoint: { route: Route }) => endpoint.route.slice(endpoint.route.indexOf('/'))
export const isOnSite = (endpoint: { route: Route }) => endpoint.route.includes(' site:')
/** A parameter in a path: one segment, or with a plus the rest of the path. */
export const PATH_PARAM = /:(\w+)\+?/g
export const pathParamsOf = (endpoint: { route: Route }) =>
  [...pathOf(endpoint).matchAll(PATH_PARAM)].map((match) => match[1]!)
