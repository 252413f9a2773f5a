import type { AnyAudienceKind, AnyEventKind } from '../../events/event'
import type { AnyStateSlice } from '../../events/state-slice'
import type { AnyEndpoint } from '../endpoint'

/** The declarations from which the page and the OpenAPI document are made. */
export type Reference = {
  /** In the order of the wings. */
  groups: readonly Group[]
  audiences: ReadonlyMap<string, AnyAudienceKind>
  slices: readonly AnyStateSlice[]
  clientOptions: Readonly<Record<string, ClientOption>>
}

/** Which build of Parley the server runs. The hash is empty if the server was not deployed with `npm run deploy`. */
export type Build = { version: string; bundle_sha256: string }

/** Endpoints and events that belong together, under a title in words. */
export type Group = {
  wing: string
  title: string
  endpoints: readonly AnyEndpoint[]
  events: readonly AnyEventKind[]
}

/** An option of a client that registers: a member of `client_capabilities`, or a parameter. */
export type ClientOption = { place: 'capability' | 'parameter'; description: string }
