import type { AnyEndpoint } from './api/endpoint'
import type { AnyAudienceKind, AnyEventKind, AudiencePart, NewEvent } from './events/event'
import type { AnyDueWork } from './events/due-work'
import type { AnyStateSlice } from './events/state-slice'
import type { SharedContext, MessageExtra, InitialUserData, Realm } from './realm'
import type { D1Table } from './store/d1-tables'

/** Called with the events of a transaction that was committed. */
export type AfterEvents = (realm: Realm, published: readonly { kind: AnyEventKind }[]) => void

/** What a concept does in the transaction that publishes an event of one kind. */
export type Consequence = {
  of: AnyEventKind
  decide(realm: Realm, facts: object, audience: readonly AudiencePart[]): void
}

/** Declares what follows from the events that `event` makes. It is written with the change, or not at all. */
export const consequence = <Facts extends object>(
  event: ((facts: Facts) => NewEvent) & { kind: AnyEventKind },
  decide: (realm: Realm, facts: Facts, audience: readonly AudiencePart[]) => void,
): Consequence => ({ of: event.kind, decide: (realm, facts: Facts, audience) => decide(realm, facts, audience) })

/** Everything that one concept adds to the server. The catalogue reads no other value of a concept. */
type Declaration = {
  /** Its folder below `src/domain`: the wing and the concept. */
  name: `${string}/${string}`
  /** The heading of its endpoints in the API's documentation. */
  title?: string
  /** The SQL of its tables in the realm: a baseline, then later changes. Append-only, once a version is deployed. */
  tables?: readonly string[]
  /** The tables that its rows are copied to in D1. */
  d1Tables?: readonly D1Table[]
  endpoints?: readonly AnyEndpoint[]
  audiences?: readonly { kind: AnyAudienceKind }[]
  events?: readonly { kind: AnyEventKind }[]
  /** Its parts of the answer to `POST /register`. */
  state?: readonly AnyStateSlice[]
  /** The work that the realm's alarm starts for it. */
  dueWork?: readonly AnyDueWork[]
  /** Called in the transaction that publishes an event, for what must follow from it exactly once. */
  consequences?: readonly Consequence[]
  /** Called after a transaction that published events, for work that depends on them. */
  afterEvents?: readonly AfterEvents[]
  /** The fields that it adds to messages. */
  messageExtras?: readonly MessageExtra[]
  /** Its relations that make two users visible to each other. */
  sharedContexts?: readonly SharedContext[]
  /** The data that it publishes about a user who becomes visible to others. */
  initialUserData?: readonly InitialUserData[]
}

const declared = Symbol('declared')

/** A declaration that `concept()` returned. The type accepts no other object. */
export type Concept = Declaration & { readonly [declared]: true }

export const concept = (declaration: Declaration): Concept => ({ ...declaration, [declared]: true })
