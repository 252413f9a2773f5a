import type { AssumedMarkdown } from './assumed-markdown'
import type { Credential } from './callers'
import type { RealmPlace, Route } from './endpoint'
import type { Refusal } from './errors'
import type { RateLimitStatus } from './rate-limit'

/** One request as it travels from the Worker to the realm: decoded, prepared, and not yet let in. */
export type RealmCall = {
  endpoint: Route
  /** A later decision of the same request, by its name in the endpoint's `steps`. The realm counted the request before. */
  step?: string
  params: Record<string, unknown>
  credential?: Credential
  client: ClientFacts
  /** What is wrong with the request, as the edge found: told only to whoever may ask at all. */
  complaint?: Refusal
  /** Asked before the body is read: may this caller ask at all? The realm counts the request and decides nothing. */
  onlyAdmits?: boolean
  /** The realm counted the request when the edge knocked. */
  is_counted?: boolean
  /** The settings with which the Worker parsed its Markdown, if it has any. */
  assumedMarkdown?: AssumedMarkdown
  /** Said with the call that may bring this realm to life. */
  creating?: RealmPlace
}

/** What the realm wants to know of who is on the line. */
export type ClientFacts = {
  request_id: string
  address: string
  /** The product that speaks, for message.client and for what counts as a person's own client. */
  name: string
  /** Whose names this client gets (vendor-names.ts). */
  vendor: string
  /** The realm as this request reached it: no trailing slash. */
  realm_url: string
  realm_name: string
}

/** The client of work that no request asked for. */
export const SERVER_ITSELF: ClientFacts = {
  request_id: 'due work',
  address: '',
  name: 'Internal',
  vendor: '',
  realm_url: '',
  realm_name: '',
}

/** What comes back: plain data either way, as an error's own properties do not survive the journey. */
export type RealmResult = Decided | Refused
export type Decided = { ok: true; decision: unknown; rateLimit?: RateLimitStatus }
export type Refused = { ok: false; refusal: Refusal; rateLimit?: RateLimitStatus }

/** The realm's inner door, as the Worker sees it. */
export type RealmStub = {
  ask(call: RealmCall): Promise<RealmResult>
  /** Whether a realm was created in this object. */
  exists(): Promise<boolean>
  fetch(url: string, init: RequestInit): Promise<Response>
}

/** What crossed from the realm is what its endpoint or step decided: the RPC keeps plain data as it was. */
export const decisionOf = <Decision>(_: { decide(...facts: never): Decision | Promise<Decision> }, decision: unknown) =>
  decision as Decision

/** An answer with nothing to tell is an answer without fields. */
export const bodyOf = (decision: unknown): object => (typeof decision === 'object' && decision !== null ? decision : {})
