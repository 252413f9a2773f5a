import type { ReadOnlyRealm } from '../../../realm'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { cacheKey } from '../../../store/realm-cache'
import { userCache } from '../users/storage'
import { wireGroup } from './events'
import type { Group } from './group'
import { allGroups, groupsCache, ownGroupsCache, subgroupsCache } from './storage'

/** The JSON of user groups by id. It depends on the groups, their members and subgroups, and on who is deactivated. */
const encodedGroupsCache = cacheKey<Map<number, string>>({
  invalidatedBy: [groupsCache, ownGroupsCache, subgroupsCache, userCache],
})

/** Returns the JSON of all groups in the order of their ids, system groups included. All viewers see the same. */
export function encodedGroups(realm: ReadOnlyRealm, include_deactivated: boolean): string[] {
  const texts = realm.cache.get(encodedGroupsCache, () => new Map<number, string>())
  return [...allGroups(realm).values()].flatMap((group) =>
    group.deactivated && !include_deactivated ? [] : [encodedGroup(realm, group, texts)],
  )
}

function encodedGroup(realm: ReadOnlyRealm, group: Group, texts: Map<number, string>): string {
  // A user becomes a full member without any change, when time has passed.
  if (group.id === SYSTEM_GROUPS['role:fullmembers']) return JSON.stringify(wireGroup(realm, group))
  let json = texts.get(group.id)
  if (json === undefined) texts.set(group.id, (json = JSON.stringify(wireGroup(realm, group))))
  return json
}
