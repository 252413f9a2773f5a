import { cacheKey, type CacheKey, type RealmCache } from './realm-cache'

/** Counts calls, so that one of them does work for many. */
export type Turns = CacheKey<{ calls: number }>

export const turns = (): Turns => cacheKey({ survivesRollback: true })

/** Returns whether this call does the work: the first one since the object woke, and then each hundredth. */
export function isTurn(cache: RealmCache, key: Turns): boolean {
  const counted = cache.get(key, () => ({ calls: 0 }))
  return counted.calls++ % CALLS_PER_TURN === 0
}

const CALLS_PER_TURN = 100
