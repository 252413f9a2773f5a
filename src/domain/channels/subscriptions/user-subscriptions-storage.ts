import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { PERIOD_COLUMNS } from './periods-storage'
import type { SubscriptionPeriod } from './subscription-period'

/** The channels to which one user is subscribed, and the user's periods in each channel. */
type UserSubscriptions = {
  active: ReadonlySet<number>
  periods: ReadonlyMap<number, readonly SubscriptionPeriod[]>
}

const userSubscriptionsCache = cacheKeyById<number, UserSubscriptions>()

/** Returns the periods of this user by channel. Cached, because each request about messages needs them. */
export const periodsOfUser = (realm: ReadOnlyRealm, user_id: number): UserSubscriptions['periods'] =>
  realm.cache.get(userSubscriptionsCache(user_id), () => readSubscriptions(realm, user_id)).periods

function readSubscriptions({ sql }: ReadOnlyRealm, user_id: number): UserSubscriptions {
  const rows = sql.all<SubscriptionPeriod & { is_active: number }>`
    SELECT is_active, ${PERIOD_COLUMNS} FROM subscriptions JOIN subscription_periods USING (stream_id, user_id)
    WHERE user_id = ${user_id}`
  return {
    active: new Set(rows.flatMap(({ stream_id, is_active }) => (is_active === 1 ? [stream_id] : []))),
    periods: Map.groupBy(
      rows.map(({ is_active: _, ...period }) => period),
      ({ stream_id }) => stream_id,
    ),
  }
}

/** Reads one row, unless the subscriptions of the user are cached. */
export function isSubscribed(realm: ReadOnlyRealm, user_id: number, stream_id: number): boolean {
  const cached = realm.cache.find(userSubscriptionsCache(user_id))
  if (cached) return cached.active.has(stream_id)
  const row = realm.sql.maybe<{ is_active: number }>`
    SELECT is_active FROM subscriptions WHERE user_id = ${user_id} AND stream_id = ${stream_id}`
  return row?.is_active === 1
}

/** Called when the subscriptions of these users change. */
export function forgetSubscriptionsOf(realm: Realm, user_ids: readonly number[]): void {
  for (const user_id of user_ids) realm.cache.invalidate(userSubscriptionsCache(user_id))
}
