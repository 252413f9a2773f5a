import { step } from '../../../edge'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { SearchToken } from '../../../tokenizer/query'
import type { Scan } from '../narrows/scan'
import { fetchByIds } from '../pages/fetch-page'
import { loadMessages } from '../pages/load-messages'
import type { Term } from '../narrows/term'
import type { DisplayOptions } from '../wire-format/message'
import { listCandidates, filterCandidates, type NarrowRequest } from './candidates'

type Caller = User | undefined
type ListParams = NarrowRequest & Scan & { in_topic: SearchToken[] }
type FilterParams = NarrowRequest & { in_topic: SearchToken[]; ids: number[]; load?: FirstToLoad }

/** What the realm decides while the Worker searches for a reader. */
export const searchSteps = {
  /** Returns messages of a narrow in order. */
  list: step((realm, caller: Caller, { in_topic, ...request }: ListParams) =>
    listCandidates(realm, requireReader(realm, caller), { request, in_topic, scan: request }),
  ),

  /** Returns those of these messages that are in a narrow, and the first of them as their reader receives them. */
  filter: step((realm, caller: Caller, { in_topic, ids, load, ...request }: FilterParams) => {
    const reader = requireReader(realm, caller)
    const { rows, ...candidates } = filterCandidates(realm, reader, { request, in_topic, ids })
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
