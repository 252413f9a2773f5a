import type { Realm } from '../../../realm'
import { tellOfKey } from '../../people/bots/events'
import { groupMembersAdded, groupMembersRemoved } from '../../people/groups/events'
import { groupsOfRole } from '../../people/groups/standing'
import { everyone, userUpdated, whoKnows } from '../../people/users/events'
import { rememberRole } from '../../people/users/past-roles'
import { putProfile } from '../../people/users/profile-in-d1'
import { writeUser } from '../../people/users/storage'
import { OWNER, type Role, type User } from '../../people/users/user'
import { outlookOf, tellOfOutlook } from './outlook'

/**
 * Gives somebody another role, and with it a place in other groups and another view of the realm. Everyone is told of the
 * role and of the groups, and they themselves of what that lets them see. Who may do so is asked before.
 */
export function changeRole(realm: Realm, user: User, role: Role): User {
  const { user_id } = user
  const before = outlookOf(realm, user)
  rememberRole(realm, user)
  const changed = writeUser(realm, user_id, { role })
  putProfile(realm, changed)
  realm.publish(userUpdated({ person: { user_id, role } }), whoKnows({ user_id }))
  if (user.is_bot && (user.role === OWNER) !== (role === OWNER)) tellOfKey(realm, changed)
  if (!user.is_active) return changed
  tellOfGroups(realm, groupsOfRole(realm, user), groupsOfRole(realm, changed), user_id)
  tellOfOutlook(realm, before, outlookOf(realm, changed))
  return changed
}

function tellOfGroups(realm: Realm, before: readonly number[], after: readonly number[], user_id: number) {
  for (const group_id of before.filter((id) => !after.includes(id)))
    realm.publish(groupMembersRemoved({ group_id, user_ids: [user_id] }), everyone({}))
  for (const group_id of after.filter((id) => !before.includes(id)))
    realm.publish(groupMembersAdded({ group_id, user_ids: [user_id] }), everyone({}))
}
