import type { Edge } from '../../edge'
import type { MessageBody } from '../../realm'
import type { Anchor } from '../fetching/anchor'
import type { Stretch } from '../narrows/sources'
import { NEWEST_ANCHOR } from '../realm/limits'
import { candidates, candidatesAmong } from '../words/indexed'
import { beginSearch, listForSearch, siftForSearch } from './inner'
import { fits, type Asked, type Looked, type Way } from './realm'
import { isVain, type Search } from './terms'

/**
 * Searching, as the edge goes about it. D1 knows which messages have which words, and the realm which are in the narrow
 * and for the searcher's eyes. Each lists its own, nearest to the bound first, and the other is asked which of those it
 * knows. Nobody can tell beforehand which list is shorter, so they run against each other, page by page. What both let
 * through is read: only the words themselves say whether it is what was searched for.
 */
export type SearchAsked = Omit<Asked, 'unread_only'> & { search: Search }

type Range = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }
type FoundPage = {
  anchor: number
  ids: number[]
  /** Of those that had to be read; who shows them asks the realm for newer ones all the same. */
  bodies: Map<number, MessageBody>
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

export async function searchPage(edge: Edge, asked: SearchAsked, range: Range): Promise<FoundPage> {
  const { include_anchor, num_before, num_after } = range
  const wanted = { ...asked, unread_only: false }
  const anchor = await anchorMeant(edge, asked, range.anchor)
  const [before, at, after] = await Promise.all([
    searchStretch(edge, wanted, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor ? searchAt(edge, wanted, anchor) : [],
    searchStretch(edge, wanted, { direction: 'after', bound: anchor, most: num_after }),
  ])
  const found = [...before.toReversed(), ...at, ...after]
  return {
    anchor,
    ids: found.map(({ id }) => id),
    bodies: new Map(found.flatMap(({ id, body }) => (body ? [[id, body]] : []))),
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === NEWEST_ANCHOR || after.length < num_after,
  }
}

async function anchorMeant(edge: Edge, asked: SearchAsked, anchor: Anchor): Promise<number> {
  if ('id' in anchor) return anchor.id
  const { firstAfter: bound, unread_only } = anchor
  const [first] = await searchStretch(edge, { ...asked, unread_only }, { direction: 'after', bound, most: 1 })
  return first?.id ?? NEWEST_ANCHOR
}

type Wanted = SearchAsked & Asked

async function searchAt(edge: Edge, wanted: Wanted, id: number): Promise<Found[]> {
  const { user_id, narrow, unread_only, search } = wanted
  return fitting(edge, search, await edge.ask(siftForSearch, { user_id, narrow, unread_only, in_topic: [], ids: [id] }))
}

async function searchStretch(
  edge: Edge,
  wanted: Wanted,
  stretch: Stretch,
): Promise<(Pick<Found, 'id'> & Partial<Found>)[]> {
  if (stretch.most === 0 || isVain(wanted.search)) return []
  const { direction, bound, most } = stretch
  const { ways, fresh } = await edge.ask(beginSearch, { ...wanted, direction, bound })
  const found = await Promise.all(ways.map((way) => firstFitting(edge, wanted, way, stretch)))
  const all = new Map([...fresh.map((id) => ({ id })), ...found.flat()].map((each) => [each.id, each]))
  return [...all.values()].sort((a, b) => (direction === 'before' ? b.id - a.id : a.id - b.id)).slice(0, most)
}

const LEAST_PER_PAGE = 100
const MOST_PER_PAGE = 2000

async function firstFitting(edge: Edge, wanted: Wanted, way: Way, stretch: Stretch): Promise<Found[]> {
  const lists = way.needed.length === 0 ? [listedByRealm] : [listedByIndex, listedByRealm]
  const runners = lists.map((list): Runner => ({ list, bound: stretch.bound, found: [] }))
  for (let size = Math.max(stretch.most, LEAST_PER_PAGE); ; size *= 2)
    for (const runner of runners) {
      const { direction, most } = stretch
      const page = { direction, bound: runner.bound, most: Math.min(size, MOST_PER_PAGE) }
      const { looked, last } = await runner.list(edge, wanted, way, page)
      const fit = await fitting(edge, wanted.search, looked)
      runner.found.push(...fit.sort((a, b) => (direction === 'before' ? b.id - a.id : a.id - b.id)))
      if (runner.found.length >= most || last === undefined) return runner.found.slice(0, most)
      runner.bound = last
    }
}

type Runner = { list: typeof listedByIndex; bound: number; found: Found[] }

/** What is to be looked at, and up to where that is all; nothing is said of the end where it is the end. */
type Page = { looked: Looked; last: number | undefined }

async function listedByIndex(edge: Edge, wanted: Wanted, { in_topic, needed }: Way, page: Stretch): Promise<Page> {
  const { user_id, narrow, unread_only } = wanted
  const ids = await candidates(edge.d1, edge.realm_name, needed, page)
  const looked =
    ids.length > 0 ? await edge.ask(siftForSearch, { user_id, narrow, unread_only, in_topic, ids }) : NOTHING
  return { looked, last: ids.length < page.most ? undefined : ids.at(-1) }
}

async function listedByRealm(edge: Edge, wanted: Wanted, { in_topic, needed }: Way, page: Stretch): Promise<Page> {
  const { user_id, narrow, unread_only } = wanted
  const { found, bodies } = await edge.ask(listForSearch, { user_id, narrow, unread_only, in_topic, ...page })
  const last = found.length < page.most ? undefined : found.at(-1)?.id
  if (needed.length === 0 || found.length === 0) return { looked: { found, bodies }, last }
  const ids = found.map(({ id }) => id)
  const known = new Set(await candidatesAmong(edge.d1, edge.realm_name, needed, ids))
  return { looked: { found: found.filter(({ id }) => known.has(id)), bodies }, last }
}

const NOTHING: Looked = { found: [], bodies: new Map() }

type Found = { id: number; body: MessageBody }

async function fitting(edge: Edge, search: Search, { found, bodies }: Looked): Promise<Found[]> {
  const elsewhere = found.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
  const loaded = elsewhere.length > 0 ? await edge.loadBodies(elsewhere) : bodies
  return found.flatMap(({ id, topic }) => {
    const body = bodies.get(id) ?? loaded.get(id)
    return body !== undefined && fits(search, topic, body) ? [{ id, body }] : []
  })
}
