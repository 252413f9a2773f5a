import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { maybeUser } from './storage'
import type { Role, User } from './user'

/** Up to an event, somebody had another role than since. */
type PastRole = { user_id: number; to_event: number; role: Role }

const pastRolesCache = cacheKey<ReadonlyMap<number, readonly PastRole[]>>()

const pastRoles = (realm: Realm): ReadonlyMap<number, readonly PastRole[]> =>
  realm.cache.get(pastRolesCache, () => {
    const rows = realm.sql.all<PastRole>`SELECT user_id, to_event, role FROM past_roles ORDER BY to_event`
    return Map.groupBy(rows, ({ user_id }) => user_id)
  })

/** Somebody, in the role that they had when an event happened: who reads late is told what they would have been told at once. */
export function userAsOf(realm: Realm, user_id: number, event_id: number): User | undefined {
  const user = maybeUser(realm, user_id)
  const then = pastRoles(realm)
    .get(user_id)
    ?.find(({ to_event }) => event_id <= to_event)
  return user && then ? { ...user, role: then.role } : user
}

/** Somebody is about to have another role. Of changes with no event in between, the first one counts. */
export function rememberRole(realm: Realm, { user_id, role }: User): void {
  realm.sql.run`DELETE FROM past_roles WHERE to_event < ${realm.log.oldestId}`
  realm.log.size.charge(1)
  realm.sql.run`
    INSERT INTO past_roles (user_id, to_event, role) VALUES (${user_id}, ${realm.log.lastId}, ${role})
    ON CONFLICT DO NOTHING`
  realm.cache.invalidate(pastRolesCache)
}
