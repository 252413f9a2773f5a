import type { AnyAudienceKind, AnyEventKind } from '../../events/event'
import type { AnyStateSlice } from '../../events/state-slice'
import type { AnyEndpoint } from '../endpoint'

/** Everything that the documentation describes. The page and the OpenAPI document are made of it. */
export type Reference = {
  /** In the order of the wings. */
  groups: readonly Group[]
  audiences: ReadonlyMap<string, AnyAudienceKind>
  slices: readonly AnyStateSlice[]
  clientOptions: Readonly<Record<string, ClientOption>>
}

/** Endpoints and events that belong together, under a title in words. */
export type Group = {
  wing: string
  title: string
  endpoints: readonly AnyEndpoint[]
  events: readonly AnyEventKind[]
}

/** What a client says of itself when it registers: in `client_capabilities`, or as a parameter. */
export type ClientOption = { place: 'capability' | 'parameter'; description: string }
