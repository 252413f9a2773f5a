import { methodOf, type AnyEndpoint, type Concepts, type Route } from './api/endpoint'
import { isAudience, isEvent, nameOfKind, type AnyAudienceKind, type AnyEventKind } from './events/event'
import type { AnyDueWork } from './events/due-work'
import type { AnyStateSlice } from './events/state-slice'
import type { Acquaintance, Adornment, Introduction } from './realm'
import type { D1Table } from './store/d1-tables'
import { met, shown } from './catalogue/added'
import { announced } from './catalogue/announced'
import { asked } from './catalogue/asked'
import { done } from './catalogue/done'
import { messagesInD1 } from './domain/messages/message-index/bodies-in-d1'
import { oldVersionsInD1 } from './domain/messages/history/old-versions-in-d1'
import { usersInD1 } from './domain/people/users/profile-in-d1'

export { nameOfRealm } from './domain/realm/settings/storage'
export { authenticate } from './domain/people/users/keys'
export { relyingOn } from './domain/customization/linkifiers/current-markdown'
export { migrations } from '../migrations/realm/list'

const declared = (modules: readonly object[]): unknown[] => modules.flatMap((module) => Object.values(module))
const has =
  <Kind extends object>(...names: (keyof Kind & string)[]) =>
  (value: unknown): value is Kind =>
    typeof value === 'object' && value !== null && names.every((name) => name in value)
const isEndpoint = has<AnyEndpoint>('route', 'caller')
const isSlice = has<AnyStateSlice>('fetchedFor', 'read')
const isAdornment = has<Adornment>('adorns')
const isAcquaintance = has<Acquaintance>('acquaints')
const isIntroduction = has<Introduction>('introduces')
const isDueWork = has<AnyDueWork>('ring')

/** In the order in which paths are matched: what is named comes before what fits any name. */
export const endpoints: readonly AnyEndpoint[] = declared(Object.values(asked))
  .filter(isEndpoint)
  .sort((a, b) => specificity(b.route) - specificity(a.route))

/** In the order in which people read about them, but for what no request reaches. */
export const concepts: Concepts = new Map(
  Object.entries(asked).flatMap(([name, module]) => {
    const published = declared([module])
      .filter(isEndpoint)
      .filter((endpoint) => methodOf(endpoint) !== 'INNER')
    return published.length > 0 ? [[name, published]] : []
  }),
)

export const eventKinds: ReadonlyMap<string, AnyEventKind> = new Map(
  declared(announced)
    .filter(isEvent)
    .map(({ kind }) => [nameOfKind(kind), kind]),
)
export const audienceKinds: ReadonlyMap<string, AnyAudienceKind> = new Map(
  declared(announced)
    .filter(isAudience)
    .map(({ kind }) => [kind.name, kind]),
)
const slices: readonly AnyStateSlice[] = declared(announced).filter(isSlice)
const adornments: readonly Adornment[] = declared(shown).filter(isAdornment)
const acquaintances: readonly Acquaintance[] = declared(met).filter(isAcquaintance)
const introductions: readonly Introduction[] = declared(met).filter(isIntroduction)
/** What concepts add to what others do, as the realm's handle carries it. */
export const declaredForRealms = { slices, adornments, acquaintances, introductions }
export const allDueWork: readonly AnyDueWork[] = declared(done).filter(isDueWork)
export const d1Tables: readonly D1Table[] = [usersInD1, messagesInD1, oldVersionsInD1]

const byRoute = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]))

export function endpointOf(route: Route): AnyEndpoint {
  const endpoint = byRoute.get(route)
  if (endpoint === undefined) throw new Error(`No endpoint ${route}`)
  return endpoint
}

// Fewer holes in a path first; among equals, the hole that only takes a number.
function specificity(route: Route): number {
  const segments = route.split('/')
  return (
    -segments.filter((segment) => segment.startsWith(':')).length * 2 - (/:\w+(?<!_id)(?:\/|$)/.test(route) ? 1 : 0)
  )
}
