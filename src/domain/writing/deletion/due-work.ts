import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { deleteExpired, hasRetention } from './retention'

const SECONDS_BETWEEN_SEARCHES = 3600
const SECONDS_BETWEEN_BATCHES = 1
const lastSearchCache = cacheKey<number>() // UNIX seconds

/** Deletes messages that are older than the retention period allows, a batch at a time. */
export const enforceRetention: DueWork<Realm> = {
  name: 'enforce_retention',
  run: (realm) => {
    if (!hasRetention(realm)) return undefined
    // The alarm fires after each new message. Messages expire after days, so a search each hour is enough.
    const next = (realm.cache.find(lastSearchCache) ?? -Infinity) + SECONDS_BETWEEN_SEARCHES
    if (realm.now() < next) return next
    if (realm.transaction(() => deleteExpired(realm))) return realm.now() + SECONDS_BETWEEN_BATCHES
    realm.cache.set(lastSearchCache, realm.now())
    return realm.now() + SECONDS_BETWEEN_SEARCHES
  },
}
