import { parseCard, printCard } from './card'
import { keyOfRoute, parseRoute, type Route } from './route'

/** A picture or a table of a message: which one of its kind it is, from 0. */
export type Part = { part: 'picture' | 'table'; message_id: number; at: number }

/** What the second pane can show: messages, a person, or a part of a message. */
export type Beside = Route | { user_id: number } | Part

const BESIDE = new Set<Route['view']>(['channel', 'topic', 'direct', 'search', 'feed', 'mentions', 'starred'])

/** Whether the second pane can show a view. All others open as a view. */
export const opensBeside = ({ view }: Route): boolean => BESIDE.has(view)

const LISTS = new Set<Route['view']>(['inbox', 'recent', 'direct-messages', 'search'])

/** Whether a view lists places. What the user chooses in it opens in the second pane, which has the larger part of the window. */
export const listsPlaces = ({ view }: Route): boolean => LISTS.has(view)

/** Returns what the address of the second pane names, or undefined if it cannot show it. */
export function parseBeside(text: string): Beside | undefined {
  const card = parseCard(text)
  if (card?.card === 'user') return { user_id: card.id }
  const [, part, id, at] = /^(picture|table)\/(\d{1,15})\/(\d{1,4})$/.exec(text) ?? []
  if (part === 'picture' || part === 'table') return { part, message_id: Number(id), at: Number(at) }
  const route = text === '' ? undefined : parseRoute(text)
  return route !== undefined && opensBeside(route) ? route : undefined
}

/** Returns the address of a place in the second pane. `parseBeside` returns the place again. */
export function printBeside(place: Beside, hrefOf: (route: Route) => string): string {
  if ('part' in place) return `${place.part}/${place.message_id}/${place.at}`
  return ('view' in place ? hrefOf(place) : printCard({ card: 'user', id: place.user_id })).slice(1)
}

/** Returns a key that is equal for places that show the same. */
export function keyOfBeside(place: Beside): string {
  if ('part' in place) return `${place.part}:`
  return 'view' in place ? keyOfRoute(place) : `user:${place.user_id}`
}

const MAX_VISITED = 50

/**
 * Returns the addresses that the second pane had, with the open one at the end. The address before it is taken as a way back, whether
 * the browser or the pane went there. The pictures of a conversation are one place.
 */
export function visitedAfter(visited: readonly string[], open: string): readonly string[] {
  if (open === '') return []
  if (visited.at(-1) === open) return visited
  if (visited.at(-2) === open) return visited.slice(0, -1)
  const isNext = isPicture(open) && isPicture(visited.at(-1))
  return [...(isNext ? visited.slice(0, -1) : visited), open].slice(-MAX_VISITED)
}

const isPicture = (place = ''): boolean => place.startsWith('picture/')

const MIN_PANE_PIXELS = 320
const MIN_MAIN_PIXELS = 360

/** Returns the width that the second pane may have in a window, near to the one that the user chose. */
export function paneWidth(chosen: number, between: number): number {
  const most = Math.max(MIN_PANE_PIXELS, between - MIN_MAIN_PIXELS)
  return Math.round(Math.min(most, Math.max(MIN_PANE_PIXELS, chosen)))
}
