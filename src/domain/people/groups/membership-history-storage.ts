import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { MembershipHistoryRow } from './rules'

/** The history of the groups that users and subgroups were in. */
type MembershipHistory = {
  ofUsers: ReadonlyMap<number, readonly MembershipHistoryRow[]>
  ofSubgroups: ReadonlyMap<number, readonly MembershipHistoryRow[]>
  newestEvent: number // after it, the current membership holds
}

type Row = MembershipHistoryRow & { id: number }

const membershipHistoryCache = cacheKey<MembershipHistory>()

/** Returns all changes that the events in the log depend on. */
export const membershipHistory = (realm: ReadOnlyRealm): MembershipHistory =>
  realm.cache.get(membershipHistoryCache, () => {
    const users = realm.sql.all<Row>`
      SELECT user_id AS id, group_id, to_event, was_in FROM group_member_history ORDER BY to_event`
    const subgroups = realm.sql.all<Row>`
      SELECT subgroup_id AS id, group_id, to_event, was_in FROM group_subgroup_history ORDER BY to_event`
    return {
      ofUsers: Map.groupBy(users, ({ id }) => id),
      ofSubgroups: Map.groupBy(subgroups, ({ id }) => id),
      newestEvent: Math.max(users.at(-1)?.to_event ?? -1, subgroups.at(-1)?.to_event ?? -1),
    }
  })

/** Records users before they enter or leave a group. Of several changes without an event between them, the first one counts. */
export function recordMembers(realm: Realm, group_id: number, user_ids: readonly number[], was_in: 0 | 1): void {
  realm.sql.run`DELETE FROM group_member_history WHERE to_event < ${realm.log.oldestId}`
  realm.log.chargeRows(user_ids.length)
  realm.sql.run`
    INSERT INTO group_member_history (user_id, group_id, to_event, was_in)
    SELECT value, ${group_id}, ${realm.log.lastId}, ${was_in} FROM json_each(${user_ids}) WHERE true ON CONFLICT DO NOTHING`
  realm.cache.invalidate(membershipHistoryCache)
}

/** Records subgroups before they enter or leave a group. */
export function recordSubgroups(realm: Realm, group_id: number, ids: readonly number[], was_in: 0 | 1): void {
  realm.sql.run`DELETE FROM group_subgroup_history WHERE to_event < ${realm.log.oldestId}`
  realm.log.chargeRows(ids.length)
  realm.sql.run`
    INSERT INTO group_subgroup_history (subgroup_id, group_id, to_event, was_in)
    SELECT value, ${group_id}, ${realm.log.lastId}, ${was_in} FROM json_each(${ids}) WHERE true ON CONFLICT DO NOTHING`
  realm.cache.invalidate(membershipHistoryCache)
}
