import type { RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { isLinkGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'

const MESSAGE_LIMITS: readonly RateLimit[] = [{ seconds: 60, most: 20 }]

const recentMessages = requestCounts()

/** Counts a message of a link guest. Throws `rateLimitHit` if the guest sent too many. Other users have no such limit. */
export function countMessageOf(realm: Realm, sender: User): void {
  if (isLinkGuest(sender)) limitRequest(realm, recentMessages, String(sender.user_id), MESSAGE_LIMITS)
}
