import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { realmPermissions, type GroupSetting, type RealmPermission } from '../../realm/settings/permissions'
import { permissionsOf, settingsOf } from '../../realm/settings/storage'
import type { User } from '../users/user'
import { membershipHistory } from './membership-history-storage'
import { groupsAtEvent, roleGroups, reachableGroups } from './rules'
import { holdsRealmPermission, isPermitted, type GroupMembership } from './permission-rules'
import { directGroupsOf, subgroups, subgroupsCache } from './storage'

/** Returns all groups of a user. A deactivated user is in no group. */
export function groupMembershipOf(realm: ReadOnlyRealm, user: User): GroupMembership {
  return { user_id: user.user_id, groupIds: user.is_active ? groupsOf(realm, user) : new Set() }
}

const groupsOf = (realm: ReadOnlyRealm, user: User): Set<number> =>
  reachableGroups([...roleGroupsOf(realm, user), ...directGroupsOf(realm, user.user_id)], parents(realm))

/** Returns the system groups of which the user is a direct member, by role. */
export const roleGroupsOf = (realm: ReadOnlyRealm, user: User): number[] =>
  roleGroups(user, settingsOf(realm).waiting_period_threshold, realm.now())

/** Returns the groups of a user at an event. So a client that reads an event late receives what it would have received at once. */
export function groupMembershipAtEvent(realm: ReadOnlyRealm, user: User, event_id: number): GroupMembership {
  const history = membershipHistory(realm)
  if (!user.is_active || event_id > history.newestEvent) return groupMembershipOf(realm, user)
  const direct = groupsAtEvent(directGroupsOf(realm, user.user_id), history.ofUsers.get(user.user_id) ?? [], event_id)
  const parentsAtEvent = new Map(parents(realm))
  for (const [subgroup, changes] of history.ofSubgroups)
    parentsAtEvent.set(subgroup, groupsAtEvent(parentsAtEvent.get(subgroup) ?? [], changes, event_id))
  return { user_id: user.user_id, groupIds: reachableGroups([...roleGroupsOf(realm, user), ...direct], parentsAtEvent) }
}

/** Returns a group and all groups that contain it, at any depth. A member of the group is in all of them. */
export const groupAndGroupsAbove = (realm: ReadOnlyRealm, group_id: number): Set<number> =>
  reachableGroups([group_id], parents(realm))

const parentGroupsCache = cacheKey<ReadonlyMap<number, readonly number[]>>({ invalidatedBy: [subgroupsCache] })

/** Returns the groups that contain each group directly. */
const parents = (realm: ReadOnlyRealm): ReadonlyMap<number, readonly number[]> =>
  realm.cache.get(parentGroupsCache, () => {
    const parentIds = new Map<number, number[]>()
    for (const [group, subgroupIds] of subgroups(realm))
      for (const id of subgroupIds) parentIds.set(id, [...(parentIds.get(id) ?? []), group])
    return parentIds
  })

/** Whether the group-setting value includes the user. */
export const holdsPermission = (realm: ReadOnlyRealm, user: User, permission: GroupSetting): boolean =>
  isPermitted(permission, groupMembershipOf(realm, user))

/** Whether the user has a permission of the realm. A guest never has one that `role:everyone` cannot have. */
export const hasRealmPermission = (realm: ReadOnlyRealm, user: User, permission: RealmPermission): boolean =>
  holdsRealmPermission(realmPermissions[permission], permissionsOf(realm)[permission], {
    ...groupMembershipOf(realm, user),
    role: user.role,
  })
