import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

/** Until when services asked for no requests, by their origin. Rows have the time of the next attempt, so memory is enough. */
const pausesCache = cacheKey<Map<string, number>>({ survivesRollback: true })

const MAX_SERVICES = 200

const pausesOf = (realm: Realm): Map<string, number> => realm.cache.get(pausesCache, () => new Map())

/** Returns the seconds for which a service wants no requests. */
export const pauseOf = (realm: Realm, address: string): number =>
  Math.max(0, (pausesOf(realm).get(new URL(address).origin) ?? 0) - realm.now())

/** Notes that a service wants no requests for some seconds. */
export function pause(realm: Realm, address: string, seconds: number): void {
  const pauses = pausesOf(realm)
  if (seconds === 0) return
  if (pauses.size >= MAX_SERVICES) pauses.clear()
  pauses.set(new URL(address).origin, realm.now() + seconds)
}
