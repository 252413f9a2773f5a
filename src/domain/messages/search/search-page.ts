import type { Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { countCovered, memorySize } from '../../../store/memory-size'
import type { Term } from '../narrows/term'
import { fetchInTurns } from '../pages/fetch-in-turns'
import { anchorId, isUnreadOnly, pageOf, scanForAnchor, type Anchor, type Page } from '../pages/page-rules'
import type { Scan } from '../narrows/scan'
import { searchSteps } from './steps'
import { filter, listFromD1, listFromRealm, type List, type SearchQuery, type SearchRequest } from './candidate-lists'
import { searchPlans, type CandidateBatch, type SearchPlan, type TokensInTopics } from './candidates'
import { cannotMatch, matchesSearch, type Search } from './match-rules'

/**
 * A search in the Worker. D1 knows which messages have which tokens. The realm knows which messages are in the narrow and which
 * the reader can read. Either can list candidates, nearest to the bound first, and the other filters them. It is not known which
 * list is shorter, so `raceListings` reads each in turn, with doubled sizes, until one has enough or ends. The content of each
 * message that passes both is then compared with the search.
 *
 * A search can have many candidates and few matches: a phrase of frequent words. So it looks in pieces. When a piece is over, it answers
 * with what it found, and says up to where it looked.
 */
export type SearchRange = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }

/** A match, with its body if it had to be loaded. The realm may have a newer body. */
type Found = { id: number; body?: MessageBody }

export type FindRequest = { narrow: Term[]; search?: SearchRequest }

/** Returns a page of a search, or of a narrow that the realm reads in turns. */
export const findPage = (edge: Edge, { narrow, search }: FindRequest, range: SearchRange): Promise<Page<Found>> =>
  search ? searchPage(edge, search, range) : fetchInTurns(edge, narrow, range)

/** Returns a page of the matches around an anchor. It is short if a piece of the search was over, but has a match if there are any. */
export async function searchPage(edge: Edge, request: SearchRequest, range: SearchRange): Promise<Page<Found>> {
  const { include_anchor, num_before, num_after } = range
  const planned = { ...request, plans: await plansOf(edge, request) }
  const ofUnread = { ...planned, unread_only: isUnreadOnly(range.anchor) }
  const anchor = anchorId(range.anchor, (await scanUntilFound(edge, ofUnread, scanForAnchor(range.anchor))).found)
  const query = { ...planned, unread_only: false }
  const [before, at, after] = await Promise.all([
    scanUntilFound(edge, query, { direction: 'before', bound: anchor, most: num_before }),
    include_anchor && isMessageId(anchor) ? searchAt(edge, query, anchor) : [],
    scanUntilFound(edge, query, { direction: 'after', bound: anchor, most: num_after }),
  ])
  return pageOf({ anchor, num_before, num_after }, { before, at, after })
}

/** Returns the newest matches of one piece of a search below a bound. `next` is the bound of the next piece, if there may be more. */
export async function searchPiece(edge: Edge, request: SearchRequest, { bound, most }: Omit<Scan, 'direction'>) {
  const query = { ...request, unread_only: false, plans: await plansOf(edge, request) }
  const { found, end } = await searchScan(edge, query, { direction: 'before', bound, most })
  return { items: found, next: end ?? (found.length < most ? undefined : found.at(-1)?.id) }
}

/** Returns the ways in which a message can match. The realm compared the first names of topics when the search began. */
async function plansOf(edge: Edge, { search, begun }: SearchRequest): Promise<SearchPlan[]> {
  const all: TokensInTopics[] = [...begun.compared.sets]
  for (let after = begun.compared.next; after !== undefined;) {
    const { sets, next } = await edge.ask(searchSteps.topics, { search, after })
    all.push(...sets)
    after = next
  }
  return searchPlans(search, all)
}

// `newest` and `oldest` are anchors at which there is no message.
const isMessageId = (anchor: number) => anchor > 0 && anchor < NEWEST_ANCHOR

async function searchAt(edge: Edge, query: SearchQuery, id: number): Promise<Found[]> {
  const { search } = query
  const candidates = await filter(edge, query, { in_topic: [], topics: [], ids: [id], most: 1 })
  const found: Found[] = []
  await addMatches(edge, search, candidates, { found, most: 1, bytes: BYTES_PER_BATCH, rejected: new Set() })
  return found
}

/** Matches, nearest first. If there may be more, although fewer than requested came, all matches up to `end` are there. */
type Matches = { found: Found[]; end: number | undefined }

/** Looks in as many pieces as it needs until something is found: a client cannot continue at an empty page. */
async function scanUntilFound(edge: Edge, query: SearchQuery, scan: Scan) {
  let candidates = MIN_CANDIDATES_PER_PAGE
  for (let { bound } = scan; ;) {
    const { found, end } = await searchScan(edge, query, { ...scan, bound }, candidates)
    if (end === undefined || found.length > 0) return { found, isCut: end !== undefined }
    await edge.ask(searchSteps.nextPiece, {})
    // What the realm loaded with the candidates of this piece is on no page.
    query.loadWith?.loaded.splice(0)
    bound = end
    candidates = MAX_CANDIDATES_PER_PAGE
  }
}

/** Looks in one piece. Each list begins with so many candidates. */
async function searchScan(
  edge: Edge,
  query: SearchQuery,
  scan: Scan,
  candidates = MIN_CANDIDATES_PER_PAGE,
): Promise<Matches> {
  if (scan.most === 0 || cannotMatch(query.search)) return { found: [], end: undefined }
  const { direction, bound, most } = scan
  const { plans } = query
  const { pending: all_pending, pending_unread } = query.begun
  const isBeyond = (id: number) => (direction === 'before' ? id < bound : id > bound)
  const pending = (query.unread_only ? pending_unread : all_pending).filter(isBeyond)
  const share = { bytes: BYTES_PER_BATCH / plans.length, cost: COST_OF_PIECE / plans.length, candidates }
  const results = await Promise.all(plans.map((plan) => raceListings(edge, query, plan, { ...scan, ...share })))
  // Beyond the end of a result that was cut, its plan may have more messages than the others.
  const ends = results.flatMap(({ end }) => end ?? [])
  const isBefore = direction === 'before'
  const isWithin = ({ id }: Found) => ends.every((end) => (isBefore ? id >= end : id <= end))
  const all = [...pending.map((id) => ({ id })), ...results.flatMap(({ found }) => found)]
  const found = [...new Map(all.filter(isWithin).map((match) => [match.id, match])).values()]
  found.sort((a, b) => (isBefore ? b.id - a.id : a.id - b.id))
  const nearest = isBefore ? Math.max(...ends) : Math.min(...ends)
  return { found: found.slice(0, most), end: ends.length > 0 && found.length <= most ? nearest : undefined }
}

const MIN_CANDIDATES_PER_PAGE = 100
const MAX_CANDIDATES_PER_PAGE = 1000

/** As of so many messages whose texts are compared. A piece takes up to 300 ms of CPU, of all objects together. */
const COST_OF_PIECE = 4500

/** A long text costs more. */
const CHARACTERS_OF_COST = 1000

type LimitedScan = Scan & { bytes: number; cost: number; candidates: number }

type Runner = { list: List; bound: number; found: Found[] }

async function raceListings(edge: Edge, query: SearchQuery, plan: SearchPlan, scan: LimitedScan): Promise<Matches> {
  const lists = plan.needed.length === 0 ? [listFromRealm] : [listFromD1, listFromRealm]
  const runners = lists.map((list): Runner => ({ list, bound: scan.bound, found: [] }))
  // Both lists can have a message, and it is compared once.
  const rejected = new Set<number>()
  const { direction, most, bytes } = scan
  let left = scan.cost
  for (let size = Math.max(most, scan.candidates); ; size *= 2)
    for (const runner of runners) {
      const { list, bound, found } = runner
      const page = { direction, bound, most: Math.min(size, MAX_CANDIDATES_PER_PAGE), onPage: most }
      const { candidates, next, cost } = await list(edge, query, plan, page)
      const { isCut, compared } = await addMatches(edge, query.search, candidates, { found, most, bytes, rejected })
      if (isCut) return { found, end: found.at(-1)?.id }
      if (found.length >= most || next === undefined) return { found, end: undefined }
      runner.bound = next
      left -= cost + compared
      if (left <= 0) return farthest(runners, direction)
    }
}

/** Returns what the list found that came farther. */
function farthest(runners: readonly Runner[], direction: Scan['direction']): Matches {
  const sign = direction === 'before' ? 1 : -1
  const [{ found, bound } = { found: [], bound: undefined }] = runners.toSorted((a, b) => sign * (a.bound - b.bound))
  return { found, end: bound }
}

type Collection = { found: Found[]; most: number; bytes: number; rejected: Set<number> }

/**
 * Adds the candidates that match to `found`, until it has enough. Loads bodies in batches. Returns what it cost to compare them. It is
 * cut if there may be more, but the bodies in `found` are as large as it may hold.
 */
async function addMatches(
  edge: Edge,
  search: Search,
  { found: candidates, bodies }: CandidateBatch,
  { found, most, bytes, rejected }: Collection,
): Promise<{ isCut: boolean; compared: number }> {
  let size = memorySize(found)
  let compared = 0
  for (let left = candidates.filter(({ id }) => !rejected.has(id)); left.length > 0;) {
    const toLoad = left.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
    const loaded = toLoad.length > 0 ? await edge.loadBodies(toLoad, bytes) : { found: bodies, within: 0 }
    const ids = left.map(({ id }) => id)
    const within = countCovered(ids, toLoad, loaded.within)
    for (const { id, topic } of left.slice(0, within)) {
      const body = bodies.get(id) ?? loaded.found.get(id)
      compared += 1 + (body?.rendered_content.length ?? 0) / CHARACTERS_OF_COST
      if (body === undefined || !matchesSearch(search, topic, body)) {
        rejected.add(id)
        continue
      }
      size += memorySize(body)
      if (size > bytes && found.length > 0) return { isCut: true, compared }
      found.push({ id, body })
      if (found.length >= most) return { isCut: false, compared }
    }
    left = left.slice(within)
  }
  return { isCut: false, compared }
}
