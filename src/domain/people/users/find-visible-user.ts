import type { ReadOnlyRealm } from '../../../realm'
import { canSeeRealEmail } from './rules'
import { findUser, findUserByEmail, userIdOfDummyEmail } from './storage'
import type { User } from './user'
import { canSeeUser } from './visible-users'

/**
 * Returns the user with this address, or undefined if the viewer cannot see the user. A real address that the viewer cannot see
 * has no user for them.
 */
export function findVisibleUserByEmail(realm: ReadOnlyRealm, viewer: User, email: string): User | undefined {
  const user = findUserByEmail(realm, email)
  if (user === undefined || !canSeeUser(realm, viewer, user)) return undefined
  return userIdOfDummyEmail(realm, email) === user.user_id || canSeeRealEmail(viewer, user) ? user : undefined
}

/** Returns the user with this id, or undefined if the viewer cannot see the user. */
export function findVisibleUser(realm: ReadOnlyRealm, viewer: User, user_id: number): User | undefined {
  const user = findUser(realm, user_id)
  return user && canSeeUser(realm, viewer, user) ? user : undefined
}
