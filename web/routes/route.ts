import { parseTerms, printTerm, type Names, type Term } from './terms'

/** A place in the client. Its address is the hash that Zulip uses, so links in messages work. */
export type Route =
  | {
      view: 'inbox' | 'recent' | 'direct-messages' | 'feed' | 'mentions' | 'starred' | 'drafts' | 'scheduled'
      near?: number
    }
  | { view: 'channel'; stream_id: number; near?: number }
  | { view: 'topic'; stream_id: number; topic: string; near?: number }
  | { view: 'direct'; user_ids: number[]; near?: number }
  | { view: 'search'; terms: Term[]; near?: number }
  | { view: 'settings'; section: string; near?: number }

/** A view in which the user can write. */
export type Writable = Extract<Route, { view: 'channel' | 'topic' | 'direct' }>

export type { Names } from './terms'

const FIXED: Record<string, Route> = {
  '': { view: 'inbox' },
  inbox: { view: 'inbox' },
  recent: { view: 'recent' },
  recent_topics: { view: 'recent' },
  'direct-messages': { view: 'direct-messages' },
  feed: { view: 'feed' },
  all_messages: { view: 'feed' },
  search: { view: 'search', terms: [] },
  'search-operators': { view: 'search', terms: [] },
  drafts: { view: 'drafts' },
  scheduled: { view: 'scheduled' },
  reminders: { view: 'scheduled' },
  stats: { view: 'settings', section: 'organization/usage' },
}

/** Returns the route of a hash, or undefined if the client has no such view. */
export function parseRoute(hash: string): Route | undefined {
  const [first = '', ...rest] = hash.replace(/^#|\?.*/g, '').split('/')
  const fixed = FIXED[first]
  if (fixed !== undefined && rest.length === 0) return fixed
  if (first === 'settings') return { view: 'settings', section: rest.join('/') }
  if (first === 'organization') return { view: 'settings', section: `organization/${rest.join('/') || 'profile'}` }
  // A group has a card. All others of these addresses are Zulip's for the list of groups.
  if (first === 'groups' && !/^\d+$/.test(rest[0] ?? '')) return { view: 'settings', section: 'organization/groups' }
  return first === 'narrow' ? routeOf(parseTerms(rest)) : undefined
}

/** Returns the route of terms: the view that has exactly these messages, or a search. */
function routeOf(all: Term[]): Route | undefined {
  const isPlace = ({ operator }: Term) => operator === 'near' || operator === 'with'
  const near = all.find(isPlace)?.operand
  const terms = all.filter((term) => !isPlace(term))
  const place = placeOf(terms) ?? (terms.length > 0 ? ({ view: 'search', terms } as const) : undefined)
  if (place === undefined) return typeof near === 'number' ? { view: 'feed', near } : undefined
  return typeof near === 'number' ? { ...place, near } : place
}

/** Returns the route of an address that has the name of a channel in place of its id, as old links have. */
export function withChannelIds(route: Route, idOf: (name: string) => number | undefined): Route {
  if (route.view !== 'search') return route
  const terms = route.terms.map((term): Term => {
    const { operator, operand } = term
    return operator === 'channel' && typeof operand === 'string' ? { ...term, operand: idOf(operand) ?? operand } : term
  })
  const place = placeOf(terms) ?? { view: 'search' as const, terms }
  return route.near === undefined ? place : { ...place, near: route.near }
}

function placeOf([first, second, third]: Term[]): Route | undefined {
  if (first === undefined || first.negated || second?.negated || third !== undefined) return undefined
  const { operator, operand } = first
  if (second !== undefined) {
    const [channel, topic] = operator === 'channel' ? [first, second] : [second, first]
    if (channel.operator !== 'channel' || topic.operator !== 'topic') return undefined
    if (typeof channel.operand !== 'number' || typeof topic.operand !== 'string') return undefined
    return { view: 'topic', stream_id: channel.operand, topic: topic.operand }
  }
  if (operator === 'channel' && typeof operand === 'number') return { view: 'channel', stream_id: operand }
  if (operator === 'dm' && typeof operand === 'object') return { view: 'direct', user_ids: operand }
  if (operator !== 'is') return undefined
  if (operand === 'mentioned') return { view: 'mentions' }
  return operand === 'starred' ? { view: 'starred' } : undefined
}

/** Views whose address is their name. */
const PLAIN = new Set<string>(['inbox', 'recent', 'direct-messages', 'feed', 'drafts', 'scheduled'])

/** Returns the hash of a route. `parseRoute` returns the route again. */
export function printRoute(route: Route, names: Names): string {
  if (route.view === 'settings') return printSection(route.section)
  const { view, near } = route
  const isPlain = near === undefined
  if (isPlain && PLAIN.has(view)) return `#${view}`
  const terms = termsOf(route)
  if (isPlain && terms.length === 0) return '#search'
  const all: Term[] = isPlain ? terms : [...terms, { operator: 'near', operand: near }]
  return `#narrow/${all.map((term) => printTerm(term, names)).join('/')}`
}

const printSection = (section: string): string => {
  if (section === '') return '#settings'
  return section.startsWith('organization/') ? `#${section}` : `#settings/${section}`
}

/** Whether a view has the messages of one or more conversations, and takes the whole height of a phone. */
export const readsMessages = (route: Route): boolean =>
  route.view === 'feed' || (route.view !== 'search' && termsOf(route).length > 0)

/** Returns the terms that an address has for a route. */
function termsOf(route: Route): Term[] {
  switch (route.view) {
    case 'inbox':
    case 'recent':
    case 'direct-messages':
    case 'drafts':
    case 'scheduled':
    case 'feed':
    case 'settings':
      return []
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }]
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }]
    case 'channel':
      return [{ operator: 'channel', operand: route.stream_id }]
    case 'topic':
      return [
        { operator: 'channel', operand: route.stream_id },
        { operator: 'topic', operand: route.topic },
      ]
    case 'direct':
      return [{ operator: 'dm', operand: route.user_ids }]
    case 'search':
      return route.terms
  }
}

/** Returns a key that is equal for routes to the same messages. Topics differ by more than upper and lower case. */
export function keyOfRoute(route: Route): string {
  if (route.view === 'channel') return `channel:${route.stream_id}`
  if (route.view === 'topic') return `topic:${route.stream_id}/${route.topic.toLowerCase()}`
  if (route.view === 'direct') return `direct:${route.user_ids.join(',')}`
  if (route.view === 'search') return `search:${JSON.stringify(route.terms)}`
  return route.view
}

/** Returns the narrow with which the API finds the messages of a route. */
export function narrowOf(route: Route): Term[] {
  // The server gets times as parameters of a search.
  const terms = termsOf(route).filter(({ operator }) => operator !== 'date')
  return terms.length === 0 ? [{ operator: 'in', operand: 'home' }] : terms
}
