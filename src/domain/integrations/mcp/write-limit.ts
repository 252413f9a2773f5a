import type { RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'

/** An agent writes at most so often. All programs with the API key of one user are one agent here. */
const WRITE_LIMITS: readonly RateLimit[] = [{ seconds: 60, most: 20 }]

const recentWrites = requestCounts()

/** Counts a call of a tool that writes. Throws `rateLimitHit` if the agent made too many. */
export function countWriteOf(realm: Realm, user_id: number): void {
  const { agent } = realm.session
  const key = agent === undefined ? `key of user ${user_id}` : `agent ${agent.agent_id}`
  limitRequest(realm, recentWrites, key, WRITE_LIMITS)
}
