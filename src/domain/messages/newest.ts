import type { Realm } from '../../realm'
import type { User } from '../users/user'
import { Reading } from './access'
import { take } from './pages'

const EVERYTHING = { source: { kind: 'all' }, matches: () => true, wholeHistory: false } as const

/** The newest message somebody received or acted on; -1 where there is none, as clients of this API expect. */
export function newestOwn(realm: Realm, user: User): number {
  const [newest] = take(new Reading(realm, user), EVERYTHING, 'before', realm.messageIds.last + 1, 1)
  return newest?.id ?? -1
}
