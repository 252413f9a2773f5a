import { step } from '../../../edge'
import { readerAsking } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { WantedWord } from '../../../tokenizer/query'
import type { Stretch } from '../narrows/sources'
import { fetchThese } from '../pages/fetch'
import { handOver } from '../pages/hand-over'
import type { Term } from '../narrows/term'
import { freshlyFound, listed, sifted, waysToFind, type Asked } from './realm'
import type { Search } from './terms'

type Caller = User | undefined

/** What the realm decides while the Worker searches for a reader. */
export const searchSteps = {
  /** Returns in which ways a message can match, and the matches that are not in D1 yet. */
  begin: step((realm, caller: Caller, { search, ...asked }: Asked & Omit<Stretch, 'most'> & { search: Search }) => ({
    ways: waysToFind(realm, search),
    fresh: freshlyFound(realm, readerAsking(realm, caller), { asked, search, stretch: asked }),
  })),

  /** Returns messages of a narrow in order. */
  list: step((realm, caller: Caller, { in_topic, ...asked }: Asked & Stretch & { in_topic: WantedWord[] }) =>
    listed(realm, readerAsking(realm, caller), { asked, in_topic, stretch: asked }),
  ),

  /** Returns those of these messages that are in a narrow. */
  filter: step(
    (realm, caller: Caller, { in_topic, ids, ...asked }: Asked & { in_topic: WantedWord[]; ids: number[] }) =>
      sifted(realm, readerAsking(realm, caller), { asked, in_topic, ids }),
  ),
}

type Found = { narrow: Term[]; ids: number[]; client_gravatar: boolean; knowsEmptyTopic: boolean }

/** Returns the messages that the Worker found, as their reader has them. */
export const showFound = step((realm, caller: Caller, { narrow, ids, ...shown }: Found) => {
  const reader = readerAsking(realm, caller)
  const rows = new Map(fetchThese(realm, reader, narrow, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return handOver(realm, reader, inOrder, shown)
})
