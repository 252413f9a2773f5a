import type { ReadOnlyRealm, Realm } from '../../../realm'
import { botNameInUse } from '../../people/bots/rules'
import { isBotNameTaken } from '../../people/bots/storage'
import { refusalOfAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import type { RequestedValue } from '../profile-fields/profile-data'
import { setProfileData } from '../profile-fields/profile-data-actions'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { endSessionsOf } from '../../people/sessions/actions'
import { changeEmail, changeName } from '../../people/users/actions'
import { isErased } from '../../people/users/erased-storage'
import { isAdministrator, noSuchUser } from '../../people/users/rules'
import { allUsers, findUser } from '../../people/users/storage'
import { OWNER, type Role, type User } from '../../people/users/user'
import { changeRole } from './change-role'
import { accountIsErased, cannotChangeEmails, refusalToActAs, refusalToChangeRole, refusalToManage } from './rights'

/** The requested changes of an account. What is left out stays as it is. */
export type AccountChanges = {
  full_name?: string
  role?: Role
  profile_data?: readonly RequestedValue[]
  new_email?: string
}

/** Returns the account, active or not. Throws if it does not exist or the actor does not manage it. */
export function requireManagedAccount(actor: User, user: User | undefined): User {
  if (user === undefined || user.is_system_bot) throw noSuchUser({})
  const refusal = refusalToManage(actor, user)
  if (refusal) throw refusal
  return user
}

/** Makes all of the changes or none. Publishes one event for each value that really changed. Throws for an erased account. */
export function updateAccount(realm: Realm, actor: User, { user_id }: User, changes: AccountChanges): void {
  if (isErased(realm.sql, user_id)) throw accountIsErased({})
  const current = () => findUser(realm, user_id)!
  const { role, full_name, profile_data, new_email } = changes
  if (role !== undefined) updateRole(realm, actor, current(), role)
  if (full_name !== undefined) updateName(realm, current(), full_name)
  if (profile_data !== undefined) setProfileData(realm, actor, current(), profile_data)
  if (new_email !== undefined) updateEmail(realm, actor, current(), new_email)
}

function updateRole(realm: Realm, actor: User, target: User, role: Role): void {
  const refusal = refusalToChangeRole(actor, target, role, isLastOwner(realm, target))
  if (refusal) throw refusal
  if (role !== target.role) changeRole(realm, target, role)
}

function updateName(realm: Realm, target: User, full_name: string) {
  if (target.is_bot && isBotNameTaken(realm, full_name, target)) throw botNameInUse({})
  changeName(realm, target, full_name)
}

function updateEmail(realm: Realm, actor: User, target: User, new_email: string) {
  if (new_email.trim() === target.delivery_email) return
  if (!isAdministrator(actor) || !actor.can_change_user_emails) throw cannotChangeEmails({})
  // The new address can receive a link to reset the password, so this is a way to log in as the target.
  const refusal = refusalToActAs(actor, target)
  if (refusal) throw refusal
  changeAddress(realm, target, new_email)
}

/** Changes the address of an account, tells both addresses, and ends the sessions. Checks no permission of a user. */
export function changeAddress(realm: Realm, target: User, new_email: string): void {
  const refusal = refusalOfAddress(new_email, addressPolicyOf(realm))
  if (refusal) throw refusal
  changeEmail(realm, target, new_email)
  notifySecurityChange(realm, findUser(realm, target.user_id)!, 'email', { previous: target.delivery_email })
  endSessionsOf(realm, target.user_id)
}

/** Returns whether the realm has no other active owner who is a person. */
export const isLastOwner = (realm: ReadOnlyRealm, { user_id, role, is_bot }: User): boolean =>
  role === OWNER &&
  !is_bot &&
  !allUsers(realm).some((user) => user.role === OWNER && user.is_active && !user.is_bot && user.user_id !== user_id)
