import { badRequest, type ApiError } from '../../../api/errors'
import { canActAs } from '../../people/bots/rules'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import { OWNER, type Role, type User } from '../../people/users/user'

export const cannotDemoteLastOwner = badRequest(
  () => 'The owner permission cannot be removed from the only organization owner.',
)
export const accountIsErased = badRequest(() => 'The personal data of this account was erased')
export const cannotChangeEmails = badRequest(() => 'User not authorized to change user emails')

/** A note for endpoints that set an email address. Addresses are unique, so the server must refuse one that an account has. */
export const NOTE_ON_TAKEN_EMAILS =
  'An address is in use if any account has it, including an address that you cannot see. The error reveals this.'

type Actor = Pick<User, 'user_id' | 'role'>

/** Administrators manage all accounts, and users manage their own bots. */
const canManage = (actor: Actor, target: Pick<User, 'bot_owner_id'>): boolean =>
  isAdministrator(actor) || target.bot_owner_id === actor.user_id

export const refusalToManage = (actor: Actor, target: Pick<User, 'bot_owner_id'>): ApiError | undefined =>
  canManage(actor, target) ? undefined : insufficientPermission({})

/** Prevents privilege escalation: only an owner may do to an owner what would let the actor log in as the owner. */
export const refusalToActAs = (
  actor: Actor,
  target: Pick<User, 'role' | 'user_id' | 'bot_owner_id'>,
): ApiError | undefined => (canActAs(actor, target) ? undefined : mustBeOwner({}))

/** Refuses to change a role. Only owners give or take the role of an owner, and the last owner stays one. */
export function refusalToChangeRole(
  actor: Actor,
  target: Pick<User, 'role'>,
  role: Role,
  isLastOwner: boolean,
): ApiError | undefined {
  if (role === target.role) return undefined
  if ((role === OWNER || target.role === OWNER) && actor.role !== OWNER) return mustBeOwner({})
  if (!isAdministrator(actor)) return mustBeAdministrator({})
  return isLastOwner ? cannotDemoteLastOwner({}) : undefined
}
