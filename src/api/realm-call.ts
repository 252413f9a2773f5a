import type { AssumedMarkdown } from './assumed-markdown'
import type { Credential } from './callers'
import type { RealmPlace, Route } from './endpoint'
import { ApiError, type Refusal } from './errors'
import type { LoadablePiece, Piece } from './json-text'
import type { RateLimitStatus } from './rate-limit'
import type { SessionCookie } from './session-cookie'
import type { TextPlaces } from '../store/texts'

/** A request as the Worker sends it to the realm: decoded and prepared, and not yet authenticated. */
export type RealmCall = {
  endpoint: Route
  /** The later step to decide, by its name in the endpoint's `steps`. */
  step?: string
  params: Record<string, unknown>
  credential?: Credential
  client: ClientFacts
  /** The refusal that the Worker found. The realm returns it, but only to a caller whom it admits. */
  requestRefusal?: Refusal
  /** The Worker has not read the body. The realm only admits the caller and counts the request. */
  onlyAdmits?: boolean
  /** With `onlyAdmits`: the digests of shared texts that the Worker does not have. The realm returns the first of them. */
  digests?: readonly string[]
  /** The names of the shared texts that the Worker has (kept-lists.ts). The realm adds the others to its answer. */
  kept?: readonly string[]
  /** The realm counted this request in an earlier call. */
  is_counted?: boolean
  /** The settings with which the Worker parsed Markdown, if it parsed any. */
  assumedMarkdown?: AssumedMarkdown
  /** The Worker is answering other changes of this realm that share a commit. */
  hasOthers?: boolean
  /** How long earlier responses for this realm took, in milliseconds. */
  latencies?: readonly number[]
  /** The location of the realm that this call creates. */
  creating?: RealmPlace
}

/** The facts about the client that the realm needs. */
export type ClientFacts = {
  request_id: string
  address: string
  /** The name of the program, for the field `client` of messages. */
  name: string
  /** The vendor whose spellings this client receives (vendor-names.ts). */
  vendor: string
  /** The URL by which the request reached the realm, without a slash at the end. */
  realm_url: string
  realm_name: string
  /** The part of the world of the client, as a location hint of the platform. Undefined: unknown. */
  region?: string
}

/** The client of due work, which has no request. */
export const SERVER_ITSELF: ClientFacts = {
  request_id: 'due work',
  address: '',
  name: 'Internal',
  vendor: '',
  realm_url: '',
  realm_name: '',
}

/** The session of a browser, in one call. */
export type CallSession = {
  /** The number of the session that authenticated the request. A ticket belongs to the session that requested it. */
  id?: number
  /** The cookie that the response sets. */
  cookie?: SessionCookie
  /** The user whom the credential of the call authenticated. */
  user_id?: number
  /** The request has the key of an import. */
  isImport?: boolean
  /** The agent that sent the request, and what its user allowed. `channels`: only these, and no direct messages. */
  agent?: { agent_id: number; scopes: readonly string[]; channels: readonly number[] | null }
}

/** The result of a call. A refusal is plain data, because a remote call loses the properties of an error. */
export type RealmResult = RealmDecision | RealmRefusal
/**
 * `members` is the decision as pieces of JSON, if a part of it is text already: see `encodeMembers`. `places` is where the Worker
 * reads texts that the realm does not have. `texts`: the shared texts that the Worker does not have.
 */
export type RealmDecision = {
  ok: true
  decision?: unknown
  members?: Piece[]
  places?: TextPlaces
  texts?: Readonly<Record<string, string>>
} & ResultFacts
export type RealmRefusal = { ok: false; refusal: Refusal } & ResultFacts
/**
 * `cookie` is the new cookie of the browser, if the call started, renewed or ended its session. `hasPingGateway`: the Worker may ask the
 * gateway for pings next time.
 */
type ResultFacts = { rateLimit?: RateLimitStatus; cookie?: SessionCookie; hasPingGateway?: boolean }

/** The answer of the Worker without its envelope, or the refusal. */
export type EdgeResult =
  | (({ body: object } | { members: LoadablePiece[] } | { response: Response }) & {
      ok: true
      rateLimit?: RealmDecision['rateLimit']
    })
  | RealmRefusal

/** The realm object as the Worker sees it. */
export type RealmStub = {
  ask(call: RealmCall): Promise<RealmResult>
  /** Returns whether a realm was created in this object. */
  exists(): Promise<boolean>
  fetch(request: string | Request, init?: RequestInit): Promise<Response>
}

/** The gateway for pings as the Worker sees it. Undefined: the realm must answer. */
export type PingStub = { ping(call: RealmCall): Promise<RealmResult | undefined> }

/** Returns the decision with the type that the step declares, or throws the refusal. The RPC does not change plain data. */
export function decisionOf<Decision>(
  _: { decide(...facts: never): Decision | Promise<Decision> },
  answer: RealmDecision | RealmRefusal,
) {
  if (!answer.ok) throw new ApiError(answer.refusal)
  return answer.decision as Decision
}

/** Returns the fields of the answer: those of the decision, or none if the decision is not an object. */
export const bodyOf = (decision: unknown): object => (typeof decision === 'object' && decision !== null ? decision : {})
