import type { Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { countCovered, memorySize } from '../../../store/memory-size'
import { findCandidates, filterByIndex } from '../../../tokenizer/search-index-storage'
import type { Term } from '../narrows/term'
import { fetchInTurns } from '../pages/fetch-in-turns'
import type { LoadedMessages } from '../pages/load-messages'
import type { DisplayOptions } from '../wire-format/message'
import { anchorId, isUnreadOnly, pageOf, scanForAnchor, type Anchor, type Page } from '../pages/page-rules'
import type { Scan } from '../narrows/scan'
import { searchSteps } from './steps'
import {
  searchPlans,
  type BegunSearch,
  type InTopics,
  type NarrowRequest,
  type CandidateBatch,
  type SearchPlan,
  type TokensInTopics,
} from './candidates'
import { cannotMatch, matchesSearch, type Search } from './match-rules'

/**
 * A search in the Worker. D1 knows which messages have which tokens. The realm knows which messages are in the narrow and which
 * the reader can read. Either can list candidates, nearest to the bound first, and the other filters them. It is not known which
 * list is shorter, so `raceListings` reads each in turn, with doubled sizes, until one has enough or ends. The content of each
 * message that passes both is then compared with the search.
 */
export type SearchRequest = Omit<NarrowRequest, 'unread_only'> & { search: Search; begun: BegunSearch }

type Range = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }

/** A match, with its body if it had to be loaded. The realm may have a newer body. */
type Found = { id: number; body?: MessageBody }

type FindRequest = { narrow: Term[]; search?: SearchRequest }

/** Returns a page of a search, or of a narrow that the realm reads in turns. */
export const findPage = (edge: Edge, { narrow, search }: FindRequest, range: Range): Promise<Page<Found>> =>
  search ? searchPage(edge, search, range) : fetchInTurns(edge, narrow, range)

/** Collects the messages that the realm returns with the candidates, for a caller that presents messages. */
export type LoadWith = { options: DisplayOptions; loaded: LoadedMessages[] }

/** Returns a page of the matches around an anchor. */
export async function searchPage(
  edge: Edge,
  request: SearchRequest & { loadWith?: LoadWith },
  range: Range,
): Promise<Page<Found>> {
  const { include_anchor, num_before, num_after } = range
  const planned = { ...request, plans: searchPlans(request.search, await comparedTopics(edge, request)) }
  const ofUnread = { ...planned, unread_only: isUnreadOnly(range.anchor) }
  const anchor = anchorId(range.anchor, (await searchScan(edge, ofUnread, scanForAnchor(range.anchor))).found)
  const query = { ...planned, unread_only: false }
  const [before, at, after] = await Promise.all([
    searchScan(edge, query, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor && isMessageId(anchor) ? searchAt(edge, query, anchor) : [],
    searchScan(edge, query, { direction: 'after', bound: anchor, most: num_after }),
  ])
  return pageOf({ anchor, num_before, num_after }, { before, at, after })
}

/** Returns the tokens that topics have. The realm compared the first names when the search began. */
async function comparedTopics(edge: Edge, { search, begun }: SearchRequest): Promise<TokensInTopics[]> {
  const all = [...begun.compared.sets]
  for (let after = begun.compared.next; after !== undefined;) {
    const { sets, next } = await edge.ask(searchSteps.topics, { search, after })
    all.push(...sets)
    after = next
  }
  return all
}

// `newest` and `oldest` are anchors at which there is no message.
const isMessageId = (anchor: number) => anchor > 0 && anchor < NEWEST_ANCHOR

type SearchQuery = SearchRequest & NarrowRequest & { plans: SearchPlan[]; loadWith?: LoadWith }

async function searchAt(edge: Edge, query: SearchQuery, id: number): Promise<Found[]> {
  const { search } = query
  const candidates = await filter(edge, query, { in_topic: [], topics: [], ids: [id], most: 1 })
  const found: Found[] = []
  await addMatches(edge, search, candidates, { found, most: 1, bytes: BYTES_PER_BATCH })
  return found
}

/** Matches, nearest first. They are cut if the bodies of all would be too large to hold. */
type Matches = { found: Found[]; isCut: boolean }

async function searchScan(edge: Edge, query: SearchQuery, scan: Scan): Promise<Matches> {
  if (scan.most === 0 || cannotMatch(query.search)) return { found: [], isCut: false }
  const { direction, bound, most } = scan
  const { plans } = query
  const { pending: all_pending, pending_unread } = query.begun
  const isBeyond = (id: number) => (direction === 'before' ? id < bound : id > bound)
  const pending = (query.unread_only ? pending_unread : all_pending).filter(isBeyond)
  const bytes = BYTES_PER_BATCH / plans.length
  const results = await Promise.all(plans.map((plan) => raceListings(edge, query, plan, { ...scan, bytes })))
  // Beyond the end of a result that was cut, its plan may have more messages than the others.
  const ends = results.flatMap(({ found, isCut }) => (isCut ? (found.at(-1)?.id ?? []) : []))
  const isBefore = direction === 'before'
  const isWithin = ({ id }: Found) => ends.every((end) => (isBefore ? id >= end : id <= end))
  const all = [...pending.map((id) => ({ id })), ...results.flatMap(({ found }) => found)]
  const found = [...new Map(all.filter(isWithin).map((match) => [match.id, match])).values()]
  found.sort((a, b) => (isBefore ? b.id - a.id : a.id - b.id))
  return { found: found.slice(0, most), isCut: ends.length > 0 && found.length <= most }
}

const MIN_CANDIDATES_PER_PAGE = 100
const MAX_CANDIDATES_PER_PAGE = 2000

type LimitedScan = Scan & { bytes: number }

async function raceListings(edge: Edge, query: SearchQuery, plan: SearchPlan, scan: LimitedScan): Promise<Matches> {
  const lists = plan.needed.length === 0 ? [listFromRealm] : [listFromD1, listFromRealm]
  const runners = lists.map((list): Runner => ({ list, bound: scan.bound, found: [] }))
  const { direction, most, bytes } = scan
  for (let size = Math.max(most, MIN_CANDIDATES_PER_PAGE); ; size *= 2)
    for (const runner of runners) {
      const { list, bound, found } = runner
      const page = { direction, bound, most: Math.min(size, MAX_CANDIDATES_PER_PAGE), onPage: most }
      const { candidates, next } = await list(edge, query, plan, page)
      const isCut = await addMatches(edge, query.search, candidates, { found, most, bytes })
      if (isCut || found.length >= most || next === undefined) return { found, isCut }
      runner.bound = next
    }
}

/** A scan for candidates, of which so many are onPage on the page. */
type CandidateScan = Scan & { onPage: number }

type Runner = { list: typeof listFromD1; bound: number; found: Found[] }

/** Candidates, and the bound from which the list continues; undefined at its end. */
type Listing = { candidates: CandidateBatch; next: number | undefined }

async function listFromD1(
  edge: Edge,
  query: SearchQuery,
  { in_topic, topics, needed }: SearchPlan,
  { onPage, ...page }: CandidateScan,
): Promise<Listing> {
  const { ids, next } = await findCandidates(edge.texts, needed, page)
  const candidates = ids.length > 0 ? await filter(edge, query, { in_topic, topics, ids, most: onPage }) : NO_CANDIDATES
  if (candidates.isCut) return { candidates, next: candidates.found.at(-1)?.id }
  return { candidates, next }
}

async function listFromRealm(
  edge: Edge,
  query: SearchQuery,
  { in_topic, topics, needed }: SearchPlan,
  { onPage: _, ...page }: CandidateScan,
): Promise<Listing> {
  const { narrow, unread_only } = query
  const { next, ...candidates } = await edge.ask(searchSteps.list, { narrow, unread_only, in_topic, topics, ...page })
  const { found } = candidates
  if (needed.length === 0 || found.length === 0) return { candidates, next }
  const ids = found.map(({ id }) => id)
  const withTokens = new Set(await filterByIndex(edge.texts, needed, ids))
  return { candidates: { ...candidates, found: found.filter(({ id }) => withTokens.has(id)) }, next }
}

type ToFilter = InTopics & { ids: number[]; most: number }

/** Returns those of these messages that are in the narrow. The first of them are probably on the page. */
async function filter(
  edge: Edge,
  { narrow, unread_only, loadWith }: SearchQuery,
  { in_topic, topics, ids, most }: ToFilter,
): Promise<CandidateBatch> {
  const load = loadWith && { most, options: loadWith.options }
  const { loaded, ...candidates } = await edge.ask(searchSteps.filter, {
    narrow,
    unread_only,
    in_topic,
    topics,
    ids,
    load,
  })
  if (loaded) loadWith?.loaded.push(loaded)
  return candidates
}

const NO_CANDIDATES: CandidateBatch = { found: [], bodies: new Map(), isCut: false }

type Collection = { found: Found[]; most: number; bytes: number }

/**
 * Adds the candidates that match to `found`, until it has enough. Loads bodies in batches. Returns true if there may be more,
 * but the bodies in `found` are as large as it may hold.
 */
async function addMatches(
  edge: Edge,
  search: Search,
  { found: candidates, bodies }: CandidateBatch,
  { found, most, bytes }: Collection,
): Promise<boolean> {
  let size = memorySize(found)
  for (let left = candidates; left.length > 0;) {
    const toLoad = left.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
    const loaded = toLoad.length > 0 ? await edge.loadBodies(toLoad, bytes) : { found: bodies, within: 0 }
    const ids = left.map(({ id }) => id)
    const within = countCovered(ids, toLoad, loaded.within)
    for (const { id, topic } of left.slice(0, within)) {
      const body = bodies.get(id) ?? loaded.found.get(id)
      if (body === undefined || !matchesSearch(search, topic, body)) continue
      size += memorySize(body)
      if (size > bytes && found.length > 0) return true
      found.push({ id, body })
      if (found.length >= most) return false
    }
    left = left.slice(within)
  }
  return false
}
