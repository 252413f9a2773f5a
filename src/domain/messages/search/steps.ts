import { step } from '../../../edge'
import { readerAsking } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { SearchToken } from '../../../tokenizer/query'
import type { Scan } from '../narrows/sources'
import { fetchByIds } from '../pages/fetch'
import { loadMessages } from '../pages/load-messages'
import type { Term } from '../narrows/term'
import { findPendingMatches, listCandidates, filterCandidates, searchPlans, type NarrowRequest } from './realm'
import type { Search } from './terms'

type Caller = User | undefined

/** What the realm decides while the Worker searches for a reader. */
export const searchSteps = {
  /** Returns in which ways a message can match, and the matches that are not in D1 yet. */
  begin: step(
    (realm, caller: Caller, { search, ...asked }: NarrowRequest & Omit<Scan, 'most'> & { search: Search }) => ({
      ways: searchPlans(realm, search),
      fresh: findPendingMatches(realm, readerAsking(realm, caller), { asked, search, stretch: asked }),
    }),
  ),

  /** Returns messages of a narrow in order. */
  list: step((realm, caller: Caller, { in_topic, ...asked }: NarrowRequest & Scan & { in_topic: SearchToken[] }) =>
    listCandidates(realm, readerAsking(realm, caller), { asked, in_topic, stretch: asked }),
  ),

  /** Returns those of these messages that are in a narrow. */
  filter: step(
    (realm, caller: Caller, { in_topic, ids, ...asked }: NarrowRequest & { in_topic: SearchToken[]; ids: number[] }) =>
      filterCandidates(realm, readerAsking(realm, caller), { asked, in_topic, ids }),
  ),
}

type Found = { narrow: Term[]; ids: number[]; client_gravatar: boolean; knowsEmptyTopic: boolean }

/** Returns the messages that the Worker found, as their reader has them. */
export const loadFound = step((realm, caller: Caller, { narrow, ids, ...shown }: Found) => {
  const reader = readerAsking(realm, caller)
  const rows = new Map(fetchByIds(realm, reader, narrow, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return loadMessages(realm, reader, inOrder, shown)
})
