import type { Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { memorySize } from '../../../store/memory-size'
import type { Anchor } from '../pages/anchor'
import { interleaveNearestFirst } from '../pages/page-rules'
import type { Scan } from '../narrows/sources'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { findCandidates, filterByIndex } from '../../../tokenizer/search-index-storage'
import { searchSteps } from './steps'
import { matchesSearch, type NarrowRequest, type CandidateBatch, type SearchPlan } from './realm'
import { cannotMatch, type Search } from './terms'

/**
 * Searching, as the edge goes about it. D1 knows which messages have which words, and the realm which are in the narrow
 * and for the searcher's eyes. Either can list candidates, nearest to the bound first, and the other filters them. The
 * shorter list is unknown, so `raceListings` takes a page of each in turn, with doubled sizes, until one has enough or
 * ends. The content of each message that passes both is then compared with the search.
 */
export type SearchRequest = Omit<NarrowRequest, 'unread_only'> & { search: Search }

type Range = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }
type FoundPage = {
  anchor: number
  ids: number[] // nearest to the anchor first
  /** Of those that had to be read; who shows them asks the realm for newer ones all the same. */
  bodies: Map<number, MessageBody>
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

export async function searchPage(edge: Edge, asked: SearchRequest, range: Range): Promise<FoundPage> {
  const { include_anchor, num_before, num_after } = range
  const wanted = { ...asked, unread_only: false }
  const anchor = await searchForAnchor(edge, asked, range.anchor)
  const [before, at, after] = await Promise.all([
    searchScan(edge, wanted, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor ? searchAt(edge, wanted, anchor) : [],
    searchScan(edge, wanted, { direction: 'after', bound: anchor, most: num_after }),
  ])
  const found = interleaveNearestFirst({ before: before.found, at, after: after.found })
  return {
    anchor,
    ids: found.map(({ id }) => id),
    bodies: new Map(found.flatMap(({ id, body }) => (body ? [[id, body]] : []))),
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || (!before.isCut && before.found.length < num_before),
    found_newest: anchor === NEWEST_ANCHOR || (!after.isCut && after.found.length < num_after),
  }
}

async function searchForAnchor(edge: Edge, asked: SearchRequest, anchor: Anchor): Promise<number> {
  if ('id' in anchor) return anchor.id
  const { firstAfter: bound, unread_only } = anchor
  const stretch = { direction: 'after', bound, most: 1 } as const
  const [first] = (await searchScan(edge, { ...asked, unread_only }, stretch)).found
  return first?.id ?? NEWEST_ANCHOR
}

type Wanted = SearchRequest & NarrowRequest

async function searchAt(edge: Edge, wanted: Wanted, id: number): Promise<Found[]> {
  const { narrow, unread_only, search } = wanted
  const looked = await edge.ask(searchSteps.filter, { narrow, unread_only, in_topic: [], ids: [id] })
  const into: Found[] = []
  await addMatches(edge, search, looked, { into, most: 1, bytes: BYTES_PER_BATCH })
  return into
}

/** What was found, nearest first. It is cut where the bodies of what was found are more than is held of them. */
type FoundStretch = { found: Found[]; isCut: boolean }

async function searchScan(edge: Edge, wanted: Wanted, stretch: Scan): Promise<FoundStretch> {
  if (stretch.most === 0 || cannotMatch(wanted.search)) return { found: [], isCut: false }
  const { direction, bound, most } = stretch
  const { ways, fresh } = await edge.ask(searchSteps.begin, { ...wanted, direction, bound })
  const bytes = BYTES_PER_BATCH / ways.length
  const stretches = await Promise.all(ways.map((way) => raceListings(edge, wanted, way, { ...stretch, bytes })))
  // Beyond the end of a way that was cut, that way may have more than the others.
  const ends = stretches.flatMap(({ found, isCut }) => (isCut ? (found.at(-1)?.id ?? []) : []))
  const isBefore = direction === 'before'
  const isWithin = ({ id }: Found) => ends.every((end) => (isBefore ? id >= end : id <= end))
  const all = [...fresh.map((id) => ({ id })), ...stretches.flatMap(({ found }) => found)]
  const found = [...new Map(all.filter(isWithin).map((each) => [each.id, each])).values()]
  found.sort((a, b) => (isBefore ? b.id - a.id : a.id - b.id))
  return { found: found.slice(0, most), isCut: ends.length > 0 && found.length <= most }
}

const LEAST_PER_PAGE = 100
const MOST_PER_PAGE = 2000

type LimitedStretch = Scan & { bytes: number }

async function raceListings(
  edge: Edge,
  wanted: Wanted,
  way: SearchPlan,
  stretch: LimitedStretch,
): Promise<FoundStretch> {
  const lists = way.needed.length === 0 ? [listFromRealm] : [listFromD1, listFromRealm]
  const runners = lists.map((list): Runner => ({ list, bound: stretch.bound, found: [] }))
  const { direction, most, bytes } = stretch
  for (let size = Math.max(most, LEAST_PER_PAGE); ; size *= 2)
    for (const runner of runners) {
      const page = { direction, bound: runner.bound, most: Math.min(size, MOST_PER_PAGE) }
      const { looked, last } = await runner.list(edge, wanted, way, page)
      const isCut = await addMatches(edge, wanted.search, looked, { into: runner.found, most, bytes })
      if (isCut || runner.found.length >= most || last === undefined) return { found: runner.found, isCut }
      runner.bound = last
    }
}

type Runner = { list: typeof listFromD1; bound: number; found: Found[] }

/** What is to be looked at, and up to where that is all; nothing is said of the end where it is the end. */
type Page = { looked: CandidateBatch; last: number | undefined }

async function listFromD1(edge: Edge, wanted: Wanted, { in_topic, needed }: SearchPlan, page: Scan): Promise<Page> {
  const { narrow, unread_only } = wanted
  const ids = await findCandidates(edge.d1, edge.realm_name, needed, page)
  const looked = ids.length > 0 ? await edge.ask(searchSteps.filter, { narrow, unread_only, in_topic, ids }) : NOTHING
  if (looked.isCut) return { looked, last: looked.found.at(-1)?.id }
  return { looked, last: ids.length < page.most ? undefined : ids.at(-1) }
}

async function listFromRealm(edge: Edge, wanted: Wanted, { in_topic, needed }: SearchPlan, page: Scan): Promise<Page> {
  const { narrow, unread_only } = wanted
  const looked = await edge.ask(searchSteps.list, { narrow, unread_only, in_topic, ...page })
  const { found } = looked
  const last = found.length < page.most && !looked.isCut ? undefined : found.at(-1)?.id
  if (needed.length === 0 || found.length === 0) return { looked, last }
  const ids = found.map(({ id }) => id)
  const known = new Set(await filterByIndex(edge.d1, edge.realm_name, needed, ids))
  return { looked: { ...looked, found: found.filter(({ id }) => known.has(id)) }, last }
}

const NOTHING: CandidateBatch = { found: [], bodies: new Map(), isCut: false }

type Found = { id: number; body?: MessageBody }

type Collecting = { into: Found[]; most: number; bytes: number }

/**
 * Adds those of these that are what is searched for, until there are enough. Bodies are read some at a time. True: there
 * may be more, and the bodies of what was found are as much as is held.
 */
async function addMatches(
  edge: Edge,
  search: Search,
  { found, bodies }: CandidateBatch,
  { into, most, bytes }: Collecting,
): Promise<boolean> {
  let held = memorySize(into)
  for (let rest = found; rest.length > 0;) {
    const elsewhere = rest.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
    const loaded = elsewhere.length > 0 ? await edge.loadBodies(elsewhere, bytes) : { found: bodies, within: 0 }
    const next = elsewhere[loaded.within]
    const within = next === undefined ? rest.length : rest.findIndex(({ id }) => id === next)
    for (const { id, topic } of rest.slice(0, within)) {
      const body = bodies.get(id) ?? loaded.found.get(id)
      if (body === undefined || !matchesSearch(search, topic, body)) continue
      held += memorySize(body)
      if (held > bytes && into.length > 0) return true
      into.push({ id, body })
      if (into.length >= most) return false
    }
    rest = rest.slice(within)
  }
  return false
}
