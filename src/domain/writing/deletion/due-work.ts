import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { deleteExpired, hasRetention } from './retention'

const SECONDS_BETWEEN_LOOKS = 3600
const SECONDS_BETWEEN_BITES = 1
const lookedAtCache = cacheKey<number>() // UNIX seconds

/** Deletes what has been kept long enough, some at a time, so that nobody waits for it. */
export const enforceRetention: DueWork<Realm> = {
  name: 'enforce_retention',
  run: (realm) => {
    if (!hasRetention(realm)) return undefined
    // Every message rings this alarm soon after, and what is kept for days need not be looked for that often.
    const next = (realm.cache.find(lookedAtCache) ?? -Infinity) + SECONDS_BETWEEN_LOOKS
    if (realm.now() < next) return next
    if (realm.transaction(() => deleteExpired(realm))) return realm.now() + SECONDS_BETWEEN_BITES
    realm.cache.set(lookedAtCache, realm.now())
    return realm.now() + SECONDS_BETWEEN_LOOKS
  },
}
