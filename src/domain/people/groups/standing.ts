import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { realmPermissions, type GroupSetting, type RealmPermission } from '../../realm/settings/permissions'
import { permissionsOf, settingsOf } from '../../realm/settings/storage'
import { isGuest } from '../users/rules'
import type { User } from '../users/user'
import { pastGroups } from './past-groups'
import { groupsAsOf, groupsByRole, groupsIncluding, holds, type Standing } from './rules'
import { ownGroupsOf, subgroups, subgroupsCache } from './storage'

/** The groups a person is in, however they came to be in them: what every permission is asked with. */
export function standingOf(realm: Realm, user: User): Standing {
  return { user_id: user.user_id, groups: user.is_active ? groupsOf(realm, user) : new Set() }
}

const groupsOf = (realm: Realm, user: User): Set<number> =>
  groupsIncluding([...groupsOfRole(realm, user), ...ownGroupsOf(realm, user.user_id)], parents(realm))

/** The groups that somebody is in by who they are, and nobody put them in. */
export const groupsOfRole = (realm: Realm, user: User): number[] =>
  groupsByRole(user, settingsOf(realm).waiting_period_threshold, realm.now())

/** The same as of an event. Who reads late is told what they would have been told at once, and nothing more. */
export function standingAsOf(realm: Realm, user: User, event_id: number): Standing {
  const past = pastGroups(realm)
  if (!user.is_active || event_id > past.newest) return standingOf(realm, user)
  const own = groupsAsOf(ownGroupsOf(realm, user.user_id), past.ofPeople.get(user.user_id) ?? [], event_id)
  const within = new Map(parents(realm))
  for (const [subgroup, changes] of past.ofGroups)
    within.set(subgroup, groupsAsOf(within.get(subgroup) ?? [], changes, event_id))
  return { user_id: user.user_id, groups: groupsIncluding([...groupsOfRole(realm, user), ...own], within) }
}

/** This group and every group it is within, however deep: whoever is in it is in all of them. */
export const groupsHolding = (realm: Realm, group_id: number): Set<number> =>
  groupsIncluding([group_id], parents(realm))

const parentGroupsCache = cacheKey<ReadonlyMap<number, readonly number[]>>({ invalidatedBy: [subgroupsCache] })

const parents = (realm: Realm): ReadonlyMap<number, readonly number[]> =>
  realm.cache.get(parentGroupsCache, () => {
    const found = new Map<number, number[]>()
    for (const [group, inner] of subgroups(realm))
      for (const each of inner) found.set(each, [...(found.get(each) ?? []), group])
    return found
  })

export const isAllowed = (realm: Realm, user: User, permission: GroupSetting): boolean =>
  holds(permission, standingOf(realm, user))

/** A permission that may not be everybody's is no guest's, whatever group they were put in. */
export const realmAllows = (realm: Realm, user: User, permission: RealmPermission): boolean =>
  (realmPermissions[permission].allow_everyone_group || !isGuest(user)) &&
  isAllowed(realm, user, permissionsOf(realm)[permission])
