import { rateLimitHit } from '../api/errors'
import { RecentRequests, type RateLimit, type RateLimitStatus } from '../api/rate-limit'
import { cacheKey, type CacheKey, type RealmCache } from './realm-cache'

/** The recent requests of one kind, by key. They are only in memory, like the requests of users. */
export type RequestCounts = CacheKey<RecentRequests>

export const requestCounts = (): RequestCounts => cacheKey({ survivesRollback: true })

type Counting = { cache: RealmCache; now: () => number }

/** Counts a request if the limits allow it. Returns the state of the tightest limit, or undefined without limits. */
export const countRequest = (
  { cache, now }: Counting,
  counts: RequestCounts,
  key: string,
  limits: readonly RateLimit[],
): RateLimitStatus | undefined => cache.get(counts, () => new RecentRequests()).count(key, limits, now())

/** Counts a request. Throws `rateLimitHit` if there were too many. */
export function limitRequest(realm: Counting, counts: RequestCounts, key: string, limits: readonly RateLimit[]): void {
  const status = countRequest(realm, counts, key, limits)
  if (status?.allowed === false) throw rateLimitHit({ 'retry-after': status.retry_after })
}
