import { rateLimitHit } from '../../../api/errors'
import { RecentRequests, type RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

/** An agent writes at most so often. All programs with the API key of one user are one agent here. */
const WRITE_LIMITS: readonly RateLimit[] = [{ seconds: 60, most: 20 }]

// Like the requests of users, the writes are counted only in memory.
const recentWrites = cacheKey<RecentRequests>({ survivesRollback: true })

/** Counts a call of a tool that writes. Throws `rateLimitHit` if the agent made too many. */
export function countWriteOf(realm: Realm, user_id: number): void {
  const { agent } = realm.session
  const key = agent === undefined ? `key of user ${user_id}` : `agent ${agent.agent_id}`
  const status = realm.cache.get(recentWrites, () => new RecentRequests()).count(key, WRITE_LIMITS, realm.now())
  if (status && !status.allowed) throw rateLimitHit({ 'retry-after': status.retry_after })
}
