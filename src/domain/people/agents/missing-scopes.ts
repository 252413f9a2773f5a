import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { refreshesForScopes } from './rules'
import { newestTokenEnd } from './storage'

// In memory: an agent that refreshes after the object restarted receives tokens as usual.
const refusedCallsCache = cacheKeyById<number, number>()

/** Notes that a call of an agent needed a scope that its user did not allow. */
export const noteMissingScope = (realm: Realm, agent_id: number): void =>
  realm.cache.set(refusedCallsCache(agent_id), realm.now())

/** Whether an agent wants scopes that only its user can give. */
export const wantsScopes = (realm: ReadOnlyRealm, agent_id: number): boolean => {
  const refused_at = realm.cache.find(refusedCallsCache(agent_id))
  if (refused_at === undefined) return false
  return refreshesForScopes({ refused_at, valid_until: newestTokenEnd(realm, agent_id) }, realm.now())
}
