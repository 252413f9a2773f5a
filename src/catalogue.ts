import type { Group, Reference } from './api/documentation/reference'
import type { AnyEndpoint, AnyStep, Route } from './api/endpoint'
import type { Concept } from './concept'
import { keysOf } from './api/table'
import { wings, wingTitles } from './concepts'
import { clientOptions } from './domain/organization/event-queues/client-options'
import { nameOfKind, type AnyAudienceKind, type AnyEventKind } from './events/event'
import eventTables from './events/tables.sql'
import type { Migrations } from './store/migrate'
import storeTables from './store/tables.sql'

export { nameOfRealm } from './domain/realm/settings/storage'
export { authenticate } from './domain/people/users/keys'
export { withMarkdownCheck } from './domain/customization/linkifiers/current-markdown'

const all: readonly Concept[] = Object.values(wings).flat()

const declared = <Item>(part: (concept: Concept) => readonly Item[] | undefined): Item[] =>
  all.flatMap((concept) => part(concept) ?? [])

/** In the order in which paths are matched: a fixed segment comes before a parameter. */
export const endpoints: readonly AnyEndpoint[] = declared((concept) => concept.endpoints).sort(
  (a, b) => specificity(b.route) - specificity(a.route),
)

export const eventKinds: ReadonlyMap<string, AnyEventKind> = new Map(
  declared((concept) => concept.events).map(({ kind }) => [nameOfKind(kind), kind]),
)
export const audienceKinds: ReadonlyMap<string, AnyAudienceKind> = new Map(
  declared((concept) => concept.audiences).map(({ kind }) => [kind.name, kind]),
)
/** The API as its documentation shows it. */
export const reference: Reference = {
  groups: groups(),
  audiences: audienceKinds,
  slices: declared((concept) => concept.state),
  clientOptions,
}

/** Concepts with the same title are one group. It stands where the first of them does. */
function groups(): Group[] {
  const placed = keysOf(wings).flatMap((wing) => wings[wing].map((concept: Concept) => ({ wing, concept })))
  const titled = Map.groupBy(placed, ({ concept }) => concept.title)
  titled.delete(undefined)
  return [...titled].map(([title = '', members]) => ({
    wing: wingTitles[members[0]!.wing],
    title,
    endpoints: members.flatMap(({ concept }) => concept.endpoints ?? []),
    events: members.flatMap(({ concept }) => (concept.events ?? []).map(({ kind }) => kind)),
  }))
}

/** What concepts add to what others do, as the realm's handle carries it. */
export const declaredForRealms = {
  slices: declared((concept) => concept.state),
  adornments: declared((concept) => concept.messageExtras),
  acquaintances: declared((concept) => concept.sharedContexts),
  introductions: declared((concept) => concept.initialUserData),
}
export const allDueWork = declared((concept) => concept.dueWork)
export const d1Tables = declared((concept) => concept.d1Tables)

/** The machinery's tables first, then those of each concept in order. */
export const migrations: readonly Migrations[] = [
  { owner: 'store', steps: [storeTables] },
  { owner: 'events', steps: [eventTables] },
  ...all.flatMap(({ name, tables }) => (tables ? [{ owner: name, steps: tables }] : [])),
]

const byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]))

export function endpointOf(route: Route): AnyEndpoint {
  const endpoint = byRoute.get(route)
  if (endpoint === undefined) throw new Error(`No endpoint ${route}`)
  return endpoint
}

/** Returns what decides a call: the endpoint, or one of its later steps. */
export function deciderOf(endpoint: AnyEndpoint, step: string | undefined): AnyStep {
  const decider = step === undefined ? endpoint : endpoint.steps?.[step]
  if (decider === undefined) throw new Error(`${endpoint.route} has no step ${step}`)
  return decider
}

// Fewer holes in a path first; among equals, the hole that only takes a number.
function specificity(route: Route): number {
  const segments = route.split('/')
  return (
    -segments.filter((segment) => segment.startsWith(':')).length * 2 - (/:\w+(?<!_id)(?:\/|$)/.test(route) ? 1 : 0)
  )
}
