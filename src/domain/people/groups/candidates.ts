import type { Realm } from '../../../realm'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { groupIsDeactivated, invalidGroup, invalidGroupMember } from './group-setting'

/** What can be refused of who and what is to be in a group. */
export const candidateErrors = [invalidGroupMember, invalidGroup, groupIsDeactivated]

/** Somebody who may be in a group: an active account of this realm's own. */
export function personToHold(realm: Realm, user_id: number): User {
  const user = maybeUser(realm, user_id)
  if (!user?.is_active || user.is_system_bot) throw invalidGroupMember({ user_id })
  return user
}
