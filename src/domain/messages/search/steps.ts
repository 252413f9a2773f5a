import type { RateLimit } from '../../../api/rate-limit'
import { step } from '../../../edge'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import type { TopicsAfter } from '../../channels/topics/name-storage'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { Scan } from '../narrows/scan'
import { fetchByIds } from '../pages/fetch-page'
import { loadMessages } from '../pages/load-messages'
import type { Term } from '../narrows/term'
import type { DisplayOptions } from '../wire-format/message'
import { compareTopics, listCandidates, filterCandidates, type InTopics, type NarrowRequest } from './candidates'
import type { Search } from './match-rules'

type Caller = User | undefined
type ListParams = NarrowRequest & Scan & InTopics
type FilterParams = NarrowRequest & InTopics & { ids: number[]; load?: FirstToLoad }

/** Of a user. Each takes up to 300 ms of CPU, most of it beside the realm. */
const PIECES_OF_USER: readonly RateLimit[] = [{ seconds: 60, most: 120 }]

const recentPieces = requestCounts()

type TopicsParams = { search: Search; after: TopicsAfter }

/** What the realm decides while the Worker searches for a reader. */
export const searchSteps = {
  /** Compares further names of topics with the search. */
  topics: step((realm, caller: Caller, { search, after }: TopicsParams) => {
    requireReader(realm, caller)
    return compareTopics(realm, search, after)
  }),

  /** Counts another piece of a search that has found nothing so far. */
  nextPiece: step((realm, caller: Caller, _: Record<string, never>) => {
    limitRequest(realm, recentPieces, String(requireReader(realm, caller).user_id), PIECES_OF_USER)
    return {}
  }),

  /** Returns messages of a narrow in order. */
  list: step((realm, caller: Caller, { in_topic, topics, ...request }: ListParams) =>
    listCandidates(realm, requireReader(realm, caller), { request, in_topic, topics, scan: request }),
  ),

  /** Returns those of these messages that are in a narrow, and the first of them as their reader receives them. */
  filter: step((realm, caller: Caller, { in_topic, topics, ids, load, ...request }: FilterParams) => {
    const reader = requireReader(realm, caller)
    const { rows, ...candidates } = filterCandidates(realm, reader, { request, in_topic, topics, ids })
    return { ...candidates, loaded: load && loadMessages(realm, reader, rows.slice(0, load.most), load.options) }
  }),
}

/** How many messages of a batch are probably on the page, which the realm returns with them. */
export type FirstToLoad = { most: number; options: DisplayOptions }

type FoundParams = { narrow: Term[]; ids: number[]; client_gravatar: boolean; knowsEmptyTopic: boolean }

/** Returns the messages that the Worker found, as their reader receives them. */
export const loadFound = step((realm, caller: Caller, { narrow, ids, ...options }: FoundParams) => {
  const reader = requireReader(realm, caller)
  const rows = new Map(fetchByIds(realm, reader, narrow, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return loadMessages(realm, reader, inOrder, options)
})
