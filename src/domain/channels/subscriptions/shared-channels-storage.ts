import type { ReadOnlyRealm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'

/** Cached by channel. Each write of subscriptions invalidates it. */
export const usersWithSubscriptionCache = cacheKeyById<number, readonly number[]>()

/**
 * Returns the users of each channel of this user. Deactivated users with an active subscription are included. For two users of a channel,
 * its list is the same.
 */
export const usersSharingChannelsWith = (realm: ReadOnlyRealm, user_id: number): (readonly number[])[] =>
  realm.sql.all<{ stream_id: number }>`
    SELECT stream_id FROM subscriptions WHERE user_id = ${user_id} AND is_active = 1`.map(({ stream_id }) =>
    usersWithSubscription(realm, stream_id),
  )

/** Returns the users whose subscription to the channel is active. Cached: many guests can have the same channels. */
const usersWithSubscription = (realm: ReadOnlyRealm, stream_id: number): readonly number[] =>
  realm.cache.get(usersWithSubscriptionCache(stream_id), () => {
    // One text: reading a row for each user takes longer.
    const { user_ids } = realm.sql.one<{ user_ids: string }>`
      SELECT json_group_array(DISTINCT user_id) AS user_ids
      FROM subscription_periods JOIN subscriptions USING (stream_id, user_id)
      WHERE stream_id = ${stream_id} AND is_active = 1`
    return JSON.parse(user_ids)
  })

/** Whether two users share a channel. Same rule as `usersSharingChannelsWith`, but reads fewer rows. */
export const haveSharedChannel = (sql: SqlReader, user_id: number, other_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM subscriptions a JOIN subscriptions b ON b.user_id = ${other_id} AND b.stream_id = a.stream_id
    WHERE a.user_id = ${user_id} AND a.is_active = 1 AND b.is_active = 1 LIMIT 1` !== undefined
