import type * as v from 'valibot'
import type { Caller } from './callers'
import type { ErrorKind, Refusal } from './errors'

/**
 * The declaration of an endpoint. The router, the decoder, `ignored_parameters_unsupported`, the 405 for a wrong method, the
 * OpenAPI document, the documentation page and the check that every endpoint has a test all read this value.
 *
 * There are five kinds, one for each function that `endpointKinds` (endpoint-kinds.ts) returns:
 *   decision  the realm decides, and its answer is JSON
 *   twoStep   a decision that needs work in the Worker, and a second decision that depends on the work
 *   file      the realm decides, and the Worker answers with a file, a page or a redirect
 *   public    the answer is the same for every caller, so the Worker does not call the realm
 *   listener  the realm sends events, at once or when it publishes them
 *
 * Its functions are named for where they run:
 *   prepare  in the Worker, before the decision: work that needs no decision, such as to render Markdown or hash a password
 *   decide   in the realm: reads state, refuses or writes, publishes, and returns plain data. A synchronous function runs in
 *            one transaction. A function that awaits opens a transaction for its writes, with `realm.transaction`
 *   complete in the realm, after the decision: adds what only D1 has
 *   present  in the Worker, after the decision: returns the answer
 *   serve    in the Worker, after the decision: returns a response that is not JSON
 */
export type Endpoint<Realm, Edge, Actor, Params extends Schemas, Prepared, Decision> = CommonDeclaration<
  Actor,
  Params
> & {
  kind: Kind
  returns: Schemas
  /** The answer may have other fields than those in `returns`. Only `POST /register` needs it, whose concepts add fields. */
  returnsMore?: boolean
  /** The responses of `serve`, by status. For the documentation of endpoints that are part of the API. */
  serves?: Record<number, ServedResponse>
  /** The endpoint refuses every request, because it needs a service that no deployment can configure. No test gets an answer. */
  isUnconfigured?: boolean
  /** The fields of the answer belong to the client, so they are sent without a vendor's spelling (vendor-names.ts). */
  verbatim?: boolean
  steps?: Readonly<Record<string, AnyStep>>
  // Methods instead of properties: TypeScript compares their parameters loosely, so every endpoint is an AnyEndpoint.
  /** Returns the realm that decides, if it is not the realm of the request's host. */
  realm?(params: Decoded<Params>): RealmPlace
  prepare?(edge: Edge, params: Decoded<Params>): Prepared | Promise<Prepared>
  decide(realm: Realm, actor: Actor, params: Decoded<Params> & Prepared): Decision | Promise<Decision>
  /**
   * Runs in the realm, after the decision and outside of its transaction: reads the texts that only D1 has, so that the Worker, which
   * may be far away, need not. Other requests run meanwhile.
   */
  complete?(realm: Realm, decision: Decision, steps: RealmSteps<Realm>): Decision | Promise<Decision>
  present?(edge: Edge, decision: Decision, params: Decoded<Params>): object | Promise<object>
  /** Returns the answer at the deployment's own host, which belongs to no realm. */
  atRoot?(edge: Edge, params: Decoded<Params>): object | Promise<object>
  /**
   * Returns the decision if the client carries it: an earlier answer has signed it, seconds before. Then the Worker does not ask the realm,
   * so nothing authenticates the caller but the signature.
   */
  carried?(edge: Edge, params: Decoded<Params>): Decision | undefined
  /** Begins a read that `serve` probably needs, while the realm decides. */
  begin?(edge: Edge, params: Decoded<Params>): void
  serve?(edge: Edge, decision: Decision, params: Decoded<Params>): Response | Promise<Response>
}

type Kind = 'decision' | 'file' | 'public' | 'listener'

/** Later decisions about a request, with its credential. */
export type RealmSteps<Realm> = {
  /** Returns the decision of a later step. Throws if the realm refuses it. */
  ask<Input extends object, Result>(step: Step<Realm, never, Input, Result>, input: Input): Promise<Result>
}

/** The properties that every kind of endpoint declares. */
export type CommonDeclaration<Actor, Params extends Schemas> = {
  route: Route
  summary: string
  /** More for the documentation: a difference from other servers, or a limit of the endpoint. */
  note?: string
  caller: Caller<Actor>
  params: Params
  errors: ErrorKind<never>[]
  /**
   * Whether these parameters need steps after the first decision. The realm's neighbor answers such a request (neighbor-object.ts). By
   * default, all requests of an endpoint with `steps` need them. Only for requests without a body.
   */
  needsSteps?(params: Decoded<Params>): boolean
  /** Agents with one of these scopes may call the endpoint, by their tools. Absent: no agent may. */
  agentScopes?: readonly string[]
  deprecated?: boolean
  /** Returns the response for a refusal. For clients of another protocol, which do not know the errors of this API. */
  writeRefusal?: (refusal: Refusal) => Response
  /** Only pages of this realm may send the request, because it starts a session. Below `/json` this is so for all endpoints. */
  isForOwnPages?: boolean
  /** A page requests dozens of them by itself, so those of browsers are not limited. A repeated request writes no rows. */
  isPartOfPages?: boolean
  /** The answer has shared texts (shared-text.ts). The Worker says which of them it has, and the realm sends the others with it. */
  hasSharedTexts?: boolean
  /** A frequent, small change: calls that arrive together share a commit (shared-commits.ts). */
  sharesCommit?: boolean
  /** Users may call it who lack a factor that their role needs, in order to add one. */
  isForSetUp?: boolean
  /** The largest request body in bytes, if it is not the usual limit (read-fields.ts). */
  bodyLimit?: number
  /** A listener of no events: it answers only with a WebSocket, on which clients send and receive these messages, as JSON. */
  socket?: SocketMessages
  /** A gateway of a large realm answers the request. Otherwise, the realm does. */
  isAnsweredByGateway?: boolean
  /** The Worker does not decode the body: `work`, `present` or `serve` reads its stream. The value describes the body. */
  streams?: StreamedBody
}

/** The messages of a WebSocket, as the client sees them. */
type SocketMessages = { sends: v.GenericSchema; receives: v.GenericSchema }

type StreamedBody = 'one file of a form' | 'bytes of a file' | 'any body' | 'nothing'

/**
 * A later decision of the same request. The Worker asks for it with `edge.ask`, after work that the realm must not wait for.
 * The realm authenticates and authorizes the caller again first, because other requests ran in between.
 */
export type Step<Realm, Actor, Input, Result> = {
  decide(realm: Realm, actor: Actor, input: Input): Result | Promise<Result>
}

export type AnyStep = Step<unknown, unknown, unknown, unknown>

/** One response of `serve`. With `fields`, its body is JSON with the usual envelope. */
export type ServedResponse = {
  description: string
  headers?: readonly string[]
  fields?: Schemas
  mayBeEmpty?: boolean
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
/** `site:` marks a path that is not below the root of the API: pages and messages link to it. */
export type Route = `${Method} ${'' | 'site:'}/${string}`
export type Schemas = Record<string, v.GenericSchema>
export type Decoded<Params extends Schemas> = { [Name in keyof Params]: v.InferOutput<Params[Name]> }

/** The location of a realm object: its name, and the location that its creator chose. */
export type RealmPlace = { name: string; jurisdiction?: string; location_hint?: string; create?: boolean }

/** Any endpoint, for code that handles all endpoints alike. Only the declaration itself has the types of its parts. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, Schemas, unknown, unknown>

export const methodOf = (endpoint: { route: Route }) => endpoint.route.split(' ')[0]!
export const pathOf = (endpoint: { route: Route }) => endpoint.route.slice(endpoint.route.indexOf('/'))
export const isOnSite = (endpoint: { route: Route }) => endpoint.route.includes(' site:')
/** A parameter in a path: one segment, or, with a plus sign, all following segments. */
export const PATH_PARAM = /:(\w+)\+?/g
export const pathParamsOf = (endpoint: { route: Route }) =>
  [...pathOf(endpoint).matchAll(PATH_PARAM)].map((match) => match[1]!)
