import { rateLimitHit } from '../../../api/errors'
import { RecentRequests } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { User } from '../../people/users/user'

/** A film of a gigabyte has 250 parts. */
const LIMITS = [
  { seconds: 60, most: 300 },
  { seconds: 3600, most: 3000 },
]

const recentFetches = cacheKey<RecentRequests>({ survivesRollback: true })

/** Counts a request to another site for a user. Throws if the user caused too many: pages themselves are not limited. */
export function limitFetches(realm: Realm, { user_id }: User): void {
  const recent = realm.cache.get(recentFetches, () => new RecentRequests())
  const status = recent.count(String(user_id), LIMITS, realm.now())
  if (status?.allowed === false) throw rateLimitHit({ 'retry-after': status.retry_after })
}
