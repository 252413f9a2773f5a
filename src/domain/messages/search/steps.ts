import { step } from '../../../edge'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { SearchToken } from '../../../tokenizer/query'
import type { Scan } from '../narrows/scan'
import { fetchByIds } from '../pages/fetch-page'
import { loadMessages } from '../pages/load-messages'
import type { Term } from '../narrows/term'
import { findPendingMatches, listCandidates, filterCandidates, searchPlans, type NarrowRequest } from './candidates'
import type { Search } from './terms'

type Caller = User | undefined
type BeginParams = NarrowRequest & Omit<Scan, 'most'> & { search: Search }
type ListParams = NarrowRequest & Scan & { in_topic: SearchToken[] }
type FilterParams = NarrowRequest & { in_topic: SearchToken[]; ids: number[] }

/** What the realm decides while the Worker searches for a reader. */
export const searchSteps = {
  /** Returns in which ways a message can match, and the matches that are not in D1 yet. */
  begin: step((realm, caller: Caller, { search, ...request }: BeginParams) => ({
    plans: searchPlans(realm, search),
    pending: findPendingMatches(realm, requireReader(realm, caller), { request, search, scan: request }),
  })),

  /** Returns messages of a narrow in order. */
  list: step((realm, caller: Caller, { in_topic, ...request }: ListParams) =>
    listCandidates(realm, requireReader(realm, caller), { request, in_topic, scan: request }),
  ),

  /** Returns those of these messages that are in a narrow. */
  filter: step((realm, caller: Caller, { in_topic, ids, ...request }: FilterParams) =>
    filterCandidates(realm, requireReader(realm, caller), { request, in_topic, ids }),
  ),
}

type FoundParams = { narrow: Term[]; ids: number[]; client_gravatar: boolean; knowsEmptyTopic: boolean }

/** Returns the messages that the Worker found, as their reader receives them. */
export const loadFound = step((realm, caller: Caller, { narrow, ids, ...options }: FoundParams) => {
  const reader = requireReader(realm, caller)
  const rows = new Map(fetchByIds(realm, reader, narrow, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return loadMessages(realm, reader, inOrder, options)
})
