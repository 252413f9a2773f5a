import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { endSessions } from './actions'
import { expiredSessions, nextExpiry, nextExpiryCache, sessionLimits } from './storage'

/** Ends expired sessions. The realm accepts none of their requests anyway, but their sockets must close too. */
export const endExpiredSessions: DueWork<Realm> = {
  name: 'end_expired_sessions',
  run: (realm) => {
    // The alarm fires often, and the search reads all sessions.
    const planned = realm.cache.find(nextExpiryCache)
    if (planned !== undefined && realm.now() < planned) return planned === Infinity ? undefined : planned
    const limits = sessionLimits(realm)
    realm.transaction(() => {
      const byUser = Map.groupBy(expiredSessions(realm, limits), ({ user_id }) => user_id)
      for (const [user_id, sessions] of byUser)
        endSessions(
          realm,
          user_id,
          sessions.map(({ session_id }) => session_id),
        )
    })
    const next = nextExpiry(realm, limits)
    realm.cache.set(nextExpiryCache, next ?? Infinity)
    return next
  },
}
