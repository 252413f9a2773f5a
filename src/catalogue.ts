import { type AnyEndpoint, type AnyStep, type Concepts, type Route } from './api/endpoint'
import type { Concept } from './concept'
import { wings } from './concepts'
import { nameOfKind, type AnyAudienceKind, type AnyEventKind } from './events/event'
import eventTables from './events/tables.sql'
import type { Migrations } from './store/migrate'
import storeTables from './store/tables.sql'

export { nameOfRealm } from './domain/realm/settings/storage'
export { authenticate } from './domain/people/users/keys'
export { relyingOn } from './domain/customization/linkifiers/current-markdown'

const all: readonly Concept[] = Object.values(wings).flat()

const declared = <Item>(part: (concept: Concept) => readonly Item[] | undefined): Item[] =>
  all.flatMap((concept) => part(concept) ?? [])

/** In the order in which paths are matched: a fixed segment comes before a parameter. */
export const endpoints: readonly AnyEndpoint[] = declared((concept) => concept.endpoints).sort(
  (a, b) => specificity(b.route) - specificity(a.route),
)

/** The endpoints, by the titles under which the documentation shows them. */
export const concepts: Concepts = new Map(
  all.flatMap(({ title, endpoints: own = [] }) => (title !== undefined && own.length > 0 ? [[title, own]] : [])),
)

export const eventKinds: ReadonlyMap<string, AnyEventKind> = new Map(
  declared((concept) => concept.events).map(({ kind }) => [nameOfKind(kind), kind]),
)
export const audienceKinds: ReadonlyMap<string, AnyAudienceKind> = new Map(
  declared((concept) => concept.audiences).map(({ kind }) => [kind.name, kind]),
)
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
