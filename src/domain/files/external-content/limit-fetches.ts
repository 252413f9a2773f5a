import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import type { User } from '../../people/users/user'

/** A film of a gigabyte has 250 parts. */
const LIMITS = [
  { seconds: 60, most: 300 },
  { seconds: 3600, most: 3000 },
]

const recentFetches = requestCounts()

/** Counts a request to another site for a user. Throws if the user caused too many: pages themselves are not limited. */
export const limitFetches = (realm: Realm, { user_id }: User): void =>
  limitRequest(realm, recentFetches, String(user_id), LIMITS)
