import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { groupMembersAdded, groupMembersRemoved } from '../../people/groups/events'
import { roleGroupsOf } from '../../people/groups/membership'
import { renewWithNextRequest } from '../../people/sessions/actions'
import { leaveGuestLink } from '../../people/users/actions'
import { everyone, userUpdated, usersWhoCanSee } from '../../people/users/events'
import { recordRole } from '../../people/users/role-history-storage'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { isLinkGuest } from '../../people/users/rules'
import { allUsers, writeUser } from '../../people/users/storage'
import type { Role, User } from '../../people/users/user'
import { visibilityOf, publishVisibilityChange } from './visibility'

/**
 * Changes a user's role, and returns the changed user. The role decides the user's system groups and what the user can see.
 * Publishes the role and the groups to all users, and to this user what became visible or invisible. The user's bots lose what
 * the user may no longer do. Checks no permission.
 */
export function changeRole(realm: Realm, account: User, role: Role): User {
  const user = isLinkGuest(account) ? leaveGuestLink(realm, account) : account
  const { user_id } = user
  const before = visibilityOf(realm, user)
  recordRole(realm, user)
  recordAudit(realm, 'role_changed', { user_id }, { old: user.role, new: role })
  const changed = writeUser(realm, user_id, { role })
  renewWithNextRequest(realm, user_id)
  copyProfileToD1(realm, changed)
  realm.publish(userUpdated({ person: { user_id, role } }), usersWhoCanSee({ user_id }))
  if (user.is_active) {
    publishGroupChanges(realm, roleGroupsOf(realm, user), roleGroupsOf(realm, changed), user_id)
    publishVisibilityChange(realm, before, visibilityOf(realm, changed))
  }
  // The user knows the keys of these bots. A deactivated one may be reactivated.
  if (isLower(role, user.role))
    for (const bot of allUsers(realm)) if (bot.bot_owner_id === user_id) limitToOwner(realm, bot, role)
  return changed
}

/** Gives a bot the role of its owner, unless the bot has a lower one. */
export function limitToOwner(realm: Realm, bot: User, role: Role): void {
  if (isLower(role, bot.role)) changeRole(realm, bot, role)
}

/** Roles with more rights have smaller numbers. */
const isLower = (role: Role, than: Role): boolean => role > than

function publishGroupChanges(realm: Realm, before: readonly number[], after: readonly number[], user_id: number) {
  for (const group_id of before.filter((id) => !after.includes(id)))
    realm.publish(groupMembersRemoved({ group_id, user_ids: [user_id] }), everyone({}))
  for (const group_id of after.filter((id) => !before.includes(id)))
    realm.publish(groupMembersAdded({ group_id, user_ids: [user_id] }), everyone({}))
}
