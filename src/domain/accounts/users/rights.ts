import { badRequest, type ApiError } from '../../../api/errors'
import { mayActAs } from '../../people/bots/rules'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import { OWNER, type Role, type User } from '../../people/users/user'

export const lastOwnerStaysOwner = badRequest(
  () => 'The owner permission cannot be removed from the only organization owner.',
)
export const mayNotChangeEmails = badRequest(() => 'User not authorized to change user emails')

type Actor = Pick<User, 'user_id' | 'role'>

/** Whoever runs the organization sees to everyone in it, and people see to their own bots. */
const canSeeTo = (actor: Actor, target: Pick<User, 'bot_owner_id'>): boolean =>
  isAdministrator(actor) || target.bot_owner_id === actor.user_id

export const refusalToSeeTo = (actor: Actor, target: Pick<User, 'bot_owner_id'>): ApiError | undefined =>
  canSeeTo(actor, target) ? undefined : insufficientPermission({})

/** Nobody comes to be an owner by what they may do to one: whatever would let them in as one takes one. */
export const refusalToActAs = (
  actor: Actor,
  target: Pick<User, 'role' | 'user_id' | 'bot_owner_id'>,
): ApiError | undefined => (mayActAs(actor, target) ? undefined : mustBeOwner({}))

/** May they give this role to somebody, or take from them the one they have? Only owners make and unmake owners. */
export function refusalToChangeRole(
  actor: Actor,
  target: Pick<User, 'role'>,
  role: Role,
  isLastOwner: boolean,
): ApiError | undefined {
  if (role === target.role) return undefined
  if ((role === OWNER || target.role === OWNER) && actor.role !== OWNER) return mustBeOwner({})
  if (!isAdministrator(actor)) return mustBeAdministrator({})
  return isLastOwner ? lastOwnerStaysOwner({}) : undefined
}
