import type { Realm } from '../../../realm'
import type { User } from '../users/user'
import { insufficientPermission } from '../users/rules'
import type { Group } from './group'
import { groupIsDeactivated, invalidGroup } from './group-setting'
import { canManage, type Changer } from './rights-rules'
import { realmAllows, standingOf } from './standing'
import { allGroups } from './storage'

/** The group of this id, whatever became of it. */
export function groupMeant(realm: Realm, id: number): Group {
  const group = allGroups(realm).get(id)
  if (group === undefined) throw invalidGroup({})
  return group
}

/** The group, to be used: one that is deactivated takes nobody in and is given nothing. */
export function activeGroup(realm: Realm, id: number): Group {
  const group = groupMeant(realm, id)
  if (group.deactivated) throw groupIsDeactivated({})
  return group
}

/** The group, to somebody who may change what it is. */
export function groupManagedBy(realm: Realm, actor: User, id: number): Group {
  const group = groupMeant(realm, id)
  if (!canManage(group, changerOf(realm, actor))) throw insufficientPermission({})
  return group
}

export const changerOf = (realm: Realm, user: User): Changer => ({
  ...standingOf(realm, user),
  role: user.role,
  managesAll: realmAllows(realm, user, 'can_manage_all_groups'),
})
