import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { findUser } from './storage'
import type { Role, User } from './user'

/** The role of a user before a change. `to_event` is the last event before it. */
type RoleHistoryRow = { user_id: number; to_event: number; role: Role }

const roleHistoryCache = cacheKey<ReadonlyMap<number, readonly RoleHistoryRow[]>>()

const roleHistory = (realm: ReadOnlyRealm): ReadonlyMap<number, readonly RoleHistoryRow[]> =>
  realm.cache.get(roleHistoryCache, () => {
    const rows = realm.sql.all<RoleHistoryRow>`SELECT user_id, to_event, role FROM role_history ORDER BY to_event`
    return Map.groupBy(rows, ({ user_id }) => user_id)
  })

/**
 * Returns a user with the role that they had at an event. So a client that reads an event late receives what it would have
 * received at once.
 */
export function userAtEvent(realm: ReadOnlyRealm, user_id: number, event_id: number): User | undefined {
  const user = findUser(realm, user_id)
  const entry = roleHistory(realm)
    .get(user_id)
    ?.find(({ to_event }) => event_id <= to_event)
  return user && entry ? { ...user, role: entry.role } : user
}

/** Records the role of a user before it changes. Of several changes without an event between them, the first one counts. */
export function recordRole(realm: Realm, { user_id, role }: User): void {
  realm.sql.run`DELETE FROM role_history WHERE to_event < ${realm.log.oldestId}`
  realm.log.chargeRows(1)
  realm.sql.run`
    INSERT INTO role_history (user_id, to_event, role) VALUES (${user_id}, ${realm.log.lastId}, ${role})
    ON CONFLICT DO NOTHING`
  realm.cache.invalidate(roleHistoryCache)
}
