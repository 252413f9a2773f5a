import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { PastMembership } from './rules'

/** What was in which groups: people, and groups. */
type PastGroups = {
  ofPeople: ReadonlyMap<number, readonly PastMembership[]>
  ofGroups: ReadonlyMap<number, readonly PastMembership[]>
  /** The newest event that anything was different for. */
  newest: number
}

type Row = PastMembership & { held: number }

const pastGroupsCache = cacheKey<PastGroups>()

/** All that the events which are still there may be asked for. */
export const pastGroups = (realm: Realm): PastGroups =>
  realm.cache.get(pastGroupsCache, () => {
    const people = realm.sql.all<Row>`
      SELECT user_id AS held, group_id, to_event, was_in FROM past_members ORDER BY to_event`
    const groups = realm.sql.all<Row>`
      SELECT subgroup_id AS held, group_id, to_event, was_in FROM past_subgroups ORDER BY to_event`
    return {
      ofPeople: Map.groupBy(people, ({ held }) => held),
      ofGroups: Map.groupBy(groups, ({ held }) => held),
      newest: Math.max(people.at(-1)?.to_event ?? -1, groups.at(-1)?.to_event ?? -1),
    }
  })

/** These people are about to come into a group, or leave it. Of changes with no event in between, the first one counts. */
export function rememberMembers(realm: Realm, group_id: number, user_ids: readonly number[], was_in: 0 | 1): void {
  realm.sql.run`DELETE FROM past_members WHERE to_event < ${realm.log.oldestId}`
  realm.log.size.charge(user_ids.length)
  realm.sql.run`
    INSERT INTO past_members (user_id, group_id, to_event, was_in)
    SELECT value, ${group_id}, ${realm.log.lastId}, ${was_in} FROM json_each(${user_ids}) WHERE true ON CONFLICT DO NOTHING`
  realm.cache.invalidate(pastGroupsCache)
}

/** The same of groups. */
export function rememberSubgroups(realm: Realm, group_id: number, ids: readonly number[], was_in: 0 | 1): void {
  realm.sql.run`DELETE FROM past_subgroups WHERE to_event < ${realm.log.oldestId}`
  realm.log.size.charge(ids.length)
  realm.sql.run`
    INSERT INTO past_subgroups (subgroup_id, group_id, to_event, was_in)
    SELECT value, ${group_id}, ${realm.log.lastId}, ${was_in} FROM json_each(${ids}) WHERE true ON CONFLICT DO NOTHING`
  realm.cache.invalidate(pastGroupsCache)
}
