import type { ReadOnlyRealm } from '../../../realm'
import { insufficientPermission } from '../users/rules'
import { findUser } from '../users/storage'
import type { User } from '../users/user'
import { canManageGroup, type GroupChanger } from './access-rules'
import type { Group } from './group'
import { groupIsDeactivated, invalidGroup, invalidGroupMember } from './group-setting'
import { groupMembershipOf, hasRealmPermission } from './membership'
import { allGroups } from './storage'

/** Returns the group, also if it is deactivated. Throws `invalidGroup`. */
export function getGroup(realm: ReadOnlyRealm, id: number): Group {
  const group = allGroups(realm).get(id)
  if (group === undefined) throw invalidGroup({})
  return group
}

/** Returns the group. Throws `invalidGroup`, or `groupIsDeactivated`: such a group gets no members and no permissions. */
export function getActiveGroup(realm: ReadOnlyRealm, id: number): Group {
  const group = getGroup(realm, id)
  if (group.deactivated) throw groupIsDeactivated({})
  return group
}

/** Returns the group. Throws `invalidGroup`, or `insufficientPermission` if the actor cannot manage it. */
export function getManagedGroup(realm: ReadOnlyRealm, actor: User, id: number): Group {
  const group = getGroup(realm, id)
  if (!canManageGroup(group, groupChangerOf(realm, actor))) throw insufficientPermission({})
  return group
}

/** Loads the facts about the actor that the rules need. */
export const groupChangerOf = (realm: ReadOnlyRealm, user: User): GroupChanger => ({
  ...groupMembershipOf(realm, user),
  role: user.role,
  managesAll: hasRealmPermission(realm, user, 'can_manage_all_groups'),
})

/** The errors for the members and subgroups in a request. */
export const memberErrors = [invalidGroupMember, invalidGroup, groupIsDeactivated]

/** Returns a user who can be in a group. Throws `invalidGroupMember` for deactivated users and system bots. */
export function getPossibleMember(realm: ReadOnlyRealm, user_id: number): User {
  const user = findUser(realm, user_id)
  if (!user?.is_active || user.is_system_bot) throw invalidGroupMember({ user_id })
  return user
}
