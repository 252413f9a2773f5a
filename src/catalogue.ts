import type { Group, Reference } from './api/documentation/reference'
import type { AnyEndpoint, AnyStep, Route } from './api/endpoint'
import type { Concept } from './concept'
import { keysOf } from './api/table'
import { wings } from './concepts'
import { confirmTimeline } from './domain/data/restores/timeline'
import { recoverRestoredState } from './domain/data/restores/due-work'
import { clientOptions } from './domain/organization/event-queues/client-options'
import { readUsers } from './domain/people/users/storage'
import { nameOfKind, type AnyAudienceKind, type AnyEventKind } from './events/event'
import gatewayTables from './events/gateways/realm-tables.sql'
import queueAbsence from './events/queue-absence.sql'
import queueIndexes from './events/queue-indexes.sql'
import { authenticate } from './domain/data/realm-copies/authentication'
import { refusalWithoutFactor } from './domain/people/factors/required'
import eventTables from './events/tables.sql'
import type { Realm } from './realm'
import type { Migrations } from './store/migrate'
import generationTables from './store/generations.sql'
import storeTables from './store/tables.sql'
import { wingTitles } from './wing-titles'

export { nameOfRealm } from './domain/realm/settings/storage'
export type { User as Actor } from './domain/people/users/user'
export { renewAfterRoleChange } from './domain/people/sessions/actions'
export { beginTimeline, confirmTimeline, requireNewestState } from './domain/data/restores/timeline'
export { admittedCaller, exchangePresences } from './domain/people/presence/gateway-pings'
export { PresenceMemory } from './domain/people/presence/presence-memory'
export { noteAbsence, removeExpiredQueues } from './domain/organization/event-queues/absent-users'
export { runHourlyWork } from './domain/data/restores/hourly-work'
export { peerDisconnected, receiveFromPeer } from './domain/writing/calls/peers'
export { withMarkdownCheck } from './domain/customization/linkifiers/markdown-settings'

/** How the object of a realm admits callers. */
export const accounts = { authenticate, refusalWithoutFactor }

const concepts: readonly Concept[] = Object.values(wings).flat()

/** Returns the declarations of one kind from all concepts, in the order of the concepts. */
const collect = <Item>(part: (concept: Concept) => readonly Item[] | undefined): Item[] =>
  concepts.flatMap((concept) => part(concept) ?? [])

/** The endpoints in the order in which the router tries them: a fixed segment comes before a parameter. */
export const endpoints: readonly AnyEndpoint[] = collect((concept) => concept.endpoints).sort(
  (a, b) => specificity(b.route) - specificity(a.route),
)

export const eventKinds: ReadonlyMap<string, AnyEventKind> = new Map(
  collect((concept) => concept.events).map(({ kind }) => [nameOfKind(kind), kind]),
)
export const audienceKinds: ReadonlyMap<string, AnyAudienceKind> = new Map(
  collect((concept) => concept.audiences).map(({ kind }) => [kind.name, kind]),
)
/** The hooks of all concepts, as the realm carries them. */
export const realmDeclarations = {
  slices: collect((concept) => concept.state),
  messageExtras: collect((concept) => concept.messageExtras),
  sharedContexts: collect((concept) => concept.sharedContexts),
  initialUserData: collect((concept) => concept.initialUserData),
  afterEvents: collect((concept) => concept.afterEvents),
  consequences: Map.groupBy(
    collect((concept) => concept.consequences),
    ({ of }) => of,
  ),
  readUsers,
}

/** The API as its documentation shows it. */
export const reference: Reference = {
  groups: groups(),
  audiences: audienceKinds,
  slices: realmDeclarations.slices,
  clientOptions,
}

/** Returns the groups of the documentation. Concepts with the same title are one group, at the place of the first of them. */
function groups(): Group[] {
  const located = keysOf(wings).flatMap((wing) => wings[wing].map((concept: Concept) => ({ wing, concept })))
  const byTitle = Map.groupBy(located, ({ concept }) => concept.title)
  byTitle.delete(undefined)
  return [...byTitle].map(([title = '', members]) => ({
    wing: wingTitles[members[0]!.wing],
    title,
    endpoints: members.flatMap(({ concept }) => concept.endpoints ?? []),
    events: members.flatMap(({ concept }) => (concept.events ?? []).map(({ kind }) => kind)),
  }))
}

export const dueWork = collect((concept) => concept.dueWork)

/** Returns the due work that may run now: none but the recovery while an earlier state is being restored. */
export async function dueWorkFor(realm: Realm): Promise<typeof dueWork> {
  await confirmTimeline(realm).catch(() => realm.wakeAt(realm.now() + SECONDS_TO_ASK_AGAIN))
  const { state } = realm.timeline
  return state === 'newest' ? dueWork : state === 'recovering' ? [recoverRestoredState] : []
}

const SECONDS_TO_ASK_AGAIN = 60

export const d1Tables = collect((concept) => concept.d1Tables)

/** The SQL of all tables: those of the machinery first, then those of each concept in order. */
export const migrations: readonly Migrations[] = [
  { owner: 'store', steps: [storeTables, generationTables] },
  { owner: 'events', steps: [eventTables, gatewayTables, queueIndexes, queueAbsence] },
  ...concepts.flatMap(({ name, tables }) => (tables ? [{ owner: name, steps: tables }] : [])),
]

const byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]))

/** Returns the endpoint of a route. Throws for an unknown route: only the Worker names routes to the realm. */
export function getEndpoint(route: Route): AnyEndpoint {
  const endpoint = byRoute.get(route)
  if (endpoint === undefined) throw new Error(`No endpoint ${route}`)
  return endpoint
}

/** Returns the declaration that decides a call: the endpoint, or one of its later steps. Throws for an unknown step. */
export function getDecider(endpoint: AnyEndpoint, step: string | undefined): AnyStep {
  const decider = step === undefined ? endpoint : endpoint.steps?.[step]
  if (decider === undefined) throw new Error(`${endpoint.route} has no step ${step}`)
  return decider
}

// Paths with fewer parameters come first. Among equals, a parameter that accepts only a number comes first.
function specificity(route: Route): number {
  const segments = route.split('/')
  return (
    -segments.filter((segment) => segment.startsWith(':')).length * 2 - (/:\w+(?<!_id)(?:\/|$)/.test(route) ? 1 : 0)
  )
}
