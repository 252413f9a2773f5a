import type { Edge } from '../../edge'
import { NEWEST_ANCHOR } from '../realm/limits'
import { candidates, candidatesAmong } from '../search/indexed'
import type { Anchor } from './anchor'
import { beginSearch, listForSearch, siftForSearch } from './search-inner'
import { fits, type Asked, type Looked, type Way } from './search-realm'
import { isVain, type Search } from './search-terms'
import type { Stretch } from './sources'

/**
 * Searching, as the edge goes about it. D1 knows which messages have which words, and the realm which are in the narrow
 * and for the searcher's eyes. Whichever of the two has fewer is listed, page by page, and the other asked which of those
 * it knows. What both let through is read: only the words themselves say whether it is what was searched for.
 */
export type SearchAsked = Omit<Asked, 'unread_only'> & { search: Search }

type Range = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }
type FoundPage = {
  anchor: number
  ids: number[]
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

export async function searchPage(edge: Edge, asked: SearchAsked, range: Range): Promise<FoundPage> {
  const { include_anchor, num_before, num_after } = range
  const anchor = await anchorMeant(edge, asked, range.anchor)
  const [before, at, after] = await Promise.all([
    searchIn(edge, { ...asked, unread_only: false }, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor ? searchAmong(edge, asked, [anchor]) : [],
    searchIn(edge, { ...asked, unread_only: false }, { direction: 'after', bound: anchor, most: num_after }),
  ])
  return {
    anchor,
    ids: [...before.toReversed(), ...at, ...after],
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === NEWEST_ANCHOR || after.length < num_after,
  }
}

async function anchorMeant(edge: Edge, asked: SearchAsked, anchor: Anchor): Promise<number> {
  if ('id' in anchor) return anchor.id
  const { firstAfter: bound, unread_only } = anchor
  const [first] = await searchIn(edge, { ...asked, unread_only }, { direction: 'after', bound, most: 1 })
  return first ?? NEWEST_ANCHOR
}

/** Those of these messages that are what is searched for. */
export async function searchAmong(edge: Edge, asked: SearchAsked, ids: readonly number[]): Promise<number[]> {
  const { user_id, narrow, search } = asked
  const sifted = { user_id, narrow, unread_only: false, in_topic: [], ids: [...ids] }
  return fitting(edge, search, await edge.ask(siftForSearch, sifted))
}

type Wanted = SearchAsked & Asked

async function searchIn(edge: Edge, wanted: Wanted, stretch: Stretch): Promise<number[]> {
  if (stretch.most === 0 || isVain(wanted.search)) return []
  const { direction, bound, most } = stretch
  const { ways, fresh } = await edge.ask(beginSearch, { ...wanted, direction, bound })
  const found = await Promise.all(ways.map((way) => firstOf(fittingPages(edge, wanted, way, stretch), most)))
  const ids = [...new Set([...fresh, ...found.flat()])]
  return ids.sort((a, b) => (direction === 'before' ? b - a : a - b)).slice(0, most)
}

async function firstOf(pages: AsyncIterable<number[]>, most: number): Promise<number[]> {
  const found: number[] = []
  for await (const page of pages) {
    found.push(...page)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

const LEAST_PER_PAGE = 100
const MOST_PER_PAGE = 2000

/** What fits, nearest to the bound first: page after page, of which some may have nothing. */
async function* fittingPages(edge: Edge, wanted: Wanted, way: Way, { direction, bound, most }: Stretch) {
  const next = way.needed.length === 0 || way.is_few ? listedByRealm : knownToIndex
  let size = Math.min(Math.max(most, LEAST_PER_PAGE), MOST_PER_PAGE)
  for (let from = bound; ;) {
    const { looked, last, isLast } = await next(edge, wanted, way, { direction, bound: from, most: size })
    const ids = await fitting(edge, wanted.search, looked)
    yield ids.sort((a, b) => (direction === 'before' ? b - a : a - b))
    if (isLast || last === undefined) return
    from = last
    size = Math.min(size * 2, MOST_PER_PAGE)
  }
}

type Page = { looked: Looked; last: number | undefined; isLast: boolean }

async function listedByRealm(edge: Edge, wanted: Wanted, { in_topic, needed }: Way, stretch: Stretch): Promise<Page> {
  const { user_id, narrow, unread_only } = wanted
  const { found, bodies } = await edge.ask(listForSearch, { user_id, narrow, unread_only, in_topic, ...stretch })
  const ids = found.map(({ id }) => id)
  const known = needed.length === 0 ? undefined : await candidatesAmong(edge.d1, edge.realm_name, needed, ids)
  const looked = { found: found.filter(({ id }) => known?.has(id) ?? true), bodies }
  return { looked, last: ids.at(-1), isLast: found.length < stretch.most }
}

async function knownToIndex(edge: Edge, wanted: Wanted, { in_topic, needed }: Way, stretch: Stretch): Promise<Page> {
  const { user_id, narrow, unread_only } = wanted
  const ids = await candidates(edge.d1, edge.realm_name, needed, stretch)
  const looked =
    ids.length === 0
      ? { found: [], bodies: new Map() }
      : await edge.ask(siftForSearch, { user_id, narrow, unread_only, in_topic, ids })
  return { looked, last: ids.at(-1), isLast: ids.length < stretch.most }
}

async function fitting(edge: Edge, search: Search, { found, bodies }: Looked): Promise<number[]> {
  const elsewhere = found.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
  const loaded = elsewhere.length > 0 ? await edge.loadBodies(elsewhere) : bodies
  return found.flatMap(({ id, topic }) => {
    const body = bodies.get(id) ?? loaded.get(id)
    return body !== undefined && fits(search, topic, body) ? [id] : []
  })
}
