import type { Realm } from '../../../realm'
import { tellOfBot } from '../../people/bots/events'
import { botNameInUse } from '../../people/bots/rules'
import { isBotNameTaken } from '../../people/bots/storage'
import { refusalOfAddress } from '../email-domains/actions'
import { sayOf, type Saying } from '../profile-fields/values'
import { changeEmail, rename } from '../../people/users/actions'
import { pictureUrl } from '../../people/users/profile'
import { isAdministrator, noSuchUser } from '../../people/users/rules'
import { allUsers, maybeUser } from '../../people/users/storage'
import { OWNER, type Role, type User } from '../../people/users/user'
import { changeRole } from './change-role'
import { mayNotChangeEmails, refusalToActAs, refusalToChangeRole, refusalToSeeTo } from './rights'

/** What is wished of an account; what is left out stays as it is. */
export type AccountChanges = { full_name?: string; role?: Role; profile_data?: readonly Saying[]; new_email?: string }

/** The account, active or not, to somebody who sees to it. */
export function accountSeenToBy(actor: User, user: User | undefined): User {
  if (user === undefined || user.is_system_bot) throw noSuchUser({})
  const refusal = refusalToSeeTo(actor, user)
  if (refusal) throw refusal
  return user
}

/** All of the changes or none, each told by an event of its own; what is so already is told to nobody. */
export function updateAccount(realm: Realm, actor: User, { user_id }: User, wished: AccountChanges): void {
  const current = () => maybeUser(realm, user_id)!
  const { role, full_name, profile_data, new_email } = wished
  if (role !== undefined) giveRole(realm, actor, current(), role)
  if (full_name !== undefined) giveName(realm, current(), full_name)
  if (profile_data !== undefined) sayOf(realm, actor, current(), profile_data)
  if (new_email !== undefined) giveEmail(realm, actor, current(), new_email)
}

function giveRole(realm: Realm, actor: User, target: User, role: Role): void {
  const refusal = refusalToChangeRole(actor, target, role, isLastOwner(realm, target))
  if (refusal) throw refusal
  if (role !== target.role) changeRole(realm, target, role)
}

function giveName(realm: Realm, target: User, full_name: string) {
  if (target.is_bot && isBotNameTaken(realm, full_name, target)) throw botNameInUse({})
  rename(realm, target, full_name)
  const renamed = maybeUser(realm, target.user_id)!
  if (renamed.full_name !== target.full_name) tellOfBot(realm, renamed, { full_name: renamed.full_name })
}

function giveEmail(realm: Realm, actor: User, target: User, new_email: string) {
  if (new_email.trim() === target.delivery_email) return
  if (!isAdministrator(actor) || !actor.can_change_user_emails) throw mayNotChangeEmails({})
  // By whatever address somebody has, a password can be had.
  const refusal = refusalToActAs(actor, target) ?? refusalOfAddress(realm, new_email)
  if (refusal) throw refusal
  changeEmail(realm, target, new_email)
  tellOfBot(realm, target, { avatar_url: pictureUrl(maybeUser(realm, target.user_id)!) })
}

/** Is there nobody else who could see to everything? Bots cannot. */
export const isLastOwner = (realm: Realm, { user_id, role, is_bot }: User): boolean =>
  role === OWNER &&
  !is_bot &&
  !allUsers(realm).some((user) => user.role === OWNER && user.is_active && !user.is_bot && user.user_id !== user_id)
