import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { userCache } from './storage'

const hasLinkGuestsCache = cacheKey<boolean>({ invalidatedBy: [userCache] })

/** Whether an account came by a guest link. */
export const hasLinkGuests = (realm: ReadOnlyRealm): boolean =>
  realm.cache.get(
    hasLinkGuestsCache,
    () => realm.sql.maybe`SELECT 1 AS found FROM users WHERE guest_link_id IS NOT NULL LIMIT 1` !== undefined,
  )

/** Returns the ids of the active users who came by a guest link. */
export const linkGuestIds = (sql: SqlReader, guest_link_id: number): number[] =>
  sql.all<{
    user_id: number
  }>`SELECT user_id FROM users WHERE guest_link_id = ${guest_link_id} AND is_active = 1 ORDER BY user_id`.map(
    ({ user_id }) => user_id,
  )

/** Returns the number of active users who came by guest links. */
export const countLinkGuests = (sql: SqlReader): number =>
  sql.one<{
    guests: number
  }>`SELECT count(*) AS guests FROM users WHERE guest_link_id IS NOT NULL AND is_active = 1`.guests
