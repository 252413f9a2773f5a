import type { Edge } from '../../edge'
import type { MessageBody } from '../../realm'
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
    searchIn(edge, wanted, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor ? searchAt(edge, wanted, anchor) : [],
    searchIn(edge, wanted, { direction: 'after', bound: anchor, most: num_after }),
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
  const [first] = await searchIn(edge, { ...asked, unread_only }, { direction: 'after', bound, most: 1 })
  return first?.id ?? NEWEST_ANCHOR
}

type Wanted = SearchAsked & Asked

async function searchAt(edge: Edge, wanted: Wanted, id: number): Promise<Found[]> {
  const { user_id, narrow, unread_only, search } = wanted
  return fitting(edge, search, await edge.ask(siftForSearch, { user_id, narrow, unread_only, in_topic: [], ids: [id] }))
}

async function searchIn(edge: Edge, wanted: Wanted, stretch: Stretch): Promise<(Pick<Found, 'id'> & Partial<Found>)[]> {
  if (stretch.most === 0 || isVain(wanted.search)) return []
  const { direction, bound, most } = stretch
  const { ways, fresh } = await edge.ask(beginSearch, { ...wanted, direction, bound })
  const found = await Promise.all(ways.map((way) => firstOf(fittingPages(edge, wanted, way, stretch), most)))
  const all = new Map([...fresh.map((id) => ({ id })), ...found.flat()].map((each) => [each.id, each]))
  return [...all.values()].sort((a, b) => (direction === 'before' ? b.id - a.id : a.id - b.id)).slice(0, most)
}

async function firstOf(pages: AsyncIterable<Found[]>, most: number): Promise<Found[]> {
  const found: Found[] = []
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
  const next = way.needed.length === 0 ? listedByRealm : way.few ? knownOfFew : knownToIndex
  let size = Math.min(Math.max(most, LEAST_PER_PAGE), MOST_PER_PAGE)
  for (let from = bound; ;) {
    const { looked, last } = await next(edge, wanted, way, { direction, bound: from, most: size })
    const found = await fitting(edge, wanted.search, looked)
    yield found.sort((a, b) => (direction === 'before' ? b.id - a.id : a.id - b.id))
    if (last === undefined) return
    from = last
    size = Math.min(size * 2, MOST_PER_PAGE)
  }
}

/** What is to be looked at, and up to where that is all; nothing is said of the end where it is the end. */
type Page = { looked: Looked; last: number | undefined }

async function listedByRealm(edge: Edge, wanted: Wanted, { in_topic }: Way, stretch: Stretch): Promise<Page> {
  const { user_id, narrow, unread_only } = wanted
  const looked = await edge.ask(listForSearch, { user_id, narrow, unread_only, in_topic, ...stretch })
  return { looked, last: looked.found.length < stretch.most ? undefined : looked.found.at(-1)?.id }
}

async function knownOfFew(edge: Edge, wanted: Wanted, way: Way): Promise<Page> {
  const known = await candidatesAmong(edge.d1, edge.realm_name, way.needed, way.few ?? [])
  return { looked: await sifted(edge, wanted, way, known), last: undefined }
}

async function knownToIndex(edge: Edge, wanted: Wanted, way: Way, stretch: Stretch): Promise<Page> {
  const known = await candidates(edge.d1, edge.realm_name, way.needed, stretch)
  return {
    looked: await sifted(edge, wanted, way, known),
    last: known.length < stretch.most ? undefined : known.at(-1),
  }
}

async function sifted(edge: Edge, wanted: Wanted, { in_topic }: Way, ids: number[]): Promise<Looked> {
  const { user_id, narrow, unread_only } = wanted
  if (ids.length === 0) return { found: [], bodies: new Map() }
  return edge.ask(siftForSearch, { user_id, narrow, unread_only, in_topic, ids })
}

type Found = { id: number; body: MessageBody }

async function fitting(edge: Edge, search: Search, { found, bodies }: Looked): Promise<Found[]> {
  const elsewhere = found.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
  const loaded = elsewhere.length > 0 ? await edge.loadBodies(elsewhere) : bodies
  return found.flatMap(({ id, topic }) => {
    const body = bodies.get(id) ?? loaded.get(id)
    return body !== undefined && fits(search, topic, body) ? [{ id, body }] : []
  })
}
