import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

/** Until when services asked for no requests, by their origin or by the address of one browser. Rows have the time of the next attempt, so memory is enough. */
const pausesCache = cacheKey<Map<string, number>>({ survivesRollback: true })

const MAX_ADDRESSES = 1000

const pausesOf = (realm: Realm): Map<string, number> => realm.cache.get(pausesCache, () => new Map())

/** Returns the seconds for which a service wants no requests to an address. */
export const pauseOf = (realm: Realm, address: string): number =>
  Math.max(0, ...[address, new URL(address).origin].map((name) => (pausesOf(realm).get(name) ?? 0) - realm.now()))

/** Notes that a service wants no requests for some seconds: to one address, or to all below an origin. */
export function pause(realm: Realm, address: string, seconds: number): void {
  const pauses = pausesOf(realm)
  if (seconds === 0) return
  if (pauses.size >= MAX_ADDRESSES) pauses.clear()
  pauses.set(address, realm.now() + seconds)
}
