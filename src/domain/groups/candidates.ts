import type { Realm } from '../../realm'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import type { Group } from './group'
import { groupIsDeactivated, invalidGroup, invalidGroupMember } from './group-setting'
import { allGroups } from './storage'

/** What can be refused of who and what is to be in a group. */
export const candidateErrors = [invalidGroupMember, invalidGroup, groupIsDeactivated]

/** Somebody who may be in a group: an active account of this realm's own. */
export function personToHold(realm: Realm, user_id: number): User {
  const user = maybeUser(realm, user_id)
  if (!user?.is_active || user.is_system_bot) throw invalidGroupMember({ user_id })
  return user
}

/** A group that may be within another. */
export function groupToHold(realm: Realm, id: number): Group {
  const group = allGroups(realm).get(id)
  if (group === undefined) throw invalidGroup({})
  if (group.deactivated) throw groupIsDeactivated({})
  return group
}
