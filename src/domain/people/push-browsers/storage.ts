import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

export type PushBrowserRow = { session_id: number; user_id: number }

export function upsertPushBrowser(realm: Realm, { session_id, user_id }: PushBrowserRow, endpoint_hash: string): void {
  realm.sql.run`
    INSERT INTO push_browsers (session_id, user_id, endpoint_hash) VALUES (${session_id}, ${user_id}, ${endpoint_hash})
    ON CONFLICT (session_id) DO UPDATE SET endpoint_hash = excluded.endpoint_hash`
  realm.cache.invalidate(usersWithPushBrowsersCache)
}

export const findPushBrowserRow = ({ sql }: ReadOnlyRealm, session_id: number): PushBrowserRow | undefined =>
  sql.maybe<PushBrowserRow>`SELECT session_id, user_id FROM push_browsers WHERE session_id = ${session_id}`

export const findPushBrowserRowAt = ({ sql }: ReadOnlyRealm, endpoint_hash: string): PushBrowserRow | undefined =>
  sql.maybe<PushBrowserRow>`SELECT session_id, user_id FROM push_browsers WHERE endpoint_hash = ${endpoint_hash}`

/** Returns the sessions of these users that have a browser. */
export const sessionsWithPushBrowsers = ({ sql }: ReadOnlyRealm, user_ids: readonly number[]): number[] =>
  sql.all<{ session_id: number }>`
    SELECT session_id FROM push_browsers WHERE user_id IN (SELECT value FROM json_each(${user_ids}))
    ORDER BY session_id`.map(({ session_id }) => session_id)

/** Deletes the rows of sessions, and returns the sessions that had one. */
export function deletePushBrowserRows(realm: Realm, session_ids: readonly number[]): number[] {
  const deleted = realm.sql.all<{ session_id: number }>`
    DELETE FROM push_browsers WHERE session_id IN (SELECT value FROM json_each(${session_ids})) RETURNING session_id`
  if (deleted.length > 0) realm.cache.invalidate(usersWithPushBrowsersCache)
  return deleted.map(({ session_id }) => session_id)
}

/** The users who have a browser. They are cached, because each message needs them. */
export const usersWithPushBrowsersCache = cacheKey<ReadonlySet<number>>()

export const usersWithPushBrowsers = (realm: ReadOnlyRealm): ReadonlySet<number> =>
  realm.cache.get(usersWithPushBrowsersCache, () => {
    const users = realm.sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM push_browsers`
    return new Set(users.map(({ user_id }) => user_id))
  })
