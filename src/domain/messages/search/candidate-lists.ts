import type { Edge } from '../../../edge'
import { findCandidates, filterByIndex } from '../../../tokenizer/search-index-storage'
import type { Scan } from '../narrows/scan'
import type { LoadedMessages } from '../pages/load-messages'
import type { DisplayOptions } from '../wire-format/message'
import type { BegunSearch, CandidateBatch, InTopics, NarrowRequest, SearchPlan } from './candidates'
import type { Search } from './match-rules'
import { searchSteps } from './steps'

// The two lists of a search. D1 lists messages that have the tokens, and the realm filters them. Or the realm lists messages of the
// narrow, and D1 filters them.

export type SearchRequest = Omit<NarrowRequest, 'unread_only'> & {
  search: Search
  begun: BegunSearch
  loadWith?: LoadWith
}
export type SearchQuery = SearchRequest & NarrowRequest & { plans: SearchPlan[] }

/** Collects the messages that the realm returns with the candidates, for a caller that presents messages. */
export type LoadWith = { options: DisplayOptions; loaded: LoadedMessages[] }

/** A scan for candidates, of which so many are onPage on the page. */
export type CandidateScan = Scan & { onPage: number }

/** Candidates, the bound from which the list continues, undefined at its end, and what the read cost. */
export type Listing = { candidates: CandidateBatch; next: number | undefined; cost: number }

export type List = (edge: Edge, query: SearchQuery, plan: SearchPlan, scan: CandidateScan) => Promise<Listing>

// Costs, as of so many messages whose texts are compared. A turn of the realm may have found few messages among thousands of rows.
const COST_OF_FILTERED = 0.1
const COST_OF_TURN = 300
const COST_OF_INDEX = 200

/** D1 reads so many rows for the text of a message. */
const ROWS_OF_TEXT = 5

export const listFromD1: List = async (edge, query, { in_topic, topics, needed }, { onPage, ...page }) => {
  const { ids, next } = await findCandidates(edge.texts, needed, page)
  const candidates = ids.length > 0 ? await filter(edge, query, { in_topic, topics, ids, most: onPage }) : NO_CANDIDATES
  const cost = COST_OF_INDEX + ids.length * COST_OF_FILTERED
  return { candidates, next: candidates.isCut ? candidates.found.at(-1)?.id : next, cost }
}

export const listFromRealm: List = async (edge, query, { in_topic, topics, needed }, { onPage: _, ...page }) => {
  const { narrow, unread_only } = query
  const { next, ...candidates } = await edge.ask(searchSteps.list, { narrow, unread_only, in_topic, topics, ...page })
  const ids = candidates.found.map(({ id }) => id)
  if (needed.length === 0 || !areDense(ids)) return { candidates, next, cost: COST_OF_TURN }
  const withTokens = new Set(await filterByIndex(edge.texts, needed, ids))
  const found = candidates.found.filter(({ id }) => withTokens.has(id))
  return { candidates: { ...candidates, found }, next, cost: COST_OF_TURN + COST_OF_INDEX }
}

/** Whether all that the index has between these messages is fewer rows than their texts. Otherwise their texts decide. */
const areDense = (ids: readonly number[]): boolean =>
  ids.length > 0 && Math.max(...ids) - Math.min(...ids) < ids.length * ROWS_OF_TEXT

type ToFilter = InTopics & { ids: number[]; most: number }

/** Returns those of these messages that are in the narrow. The first of them are probably on the page. */
export async function filter(
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
