import { apiError, rateLimitHit, type ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import {
  countLoginAttempt,
  forgetFailedAttempts,
  forgetLastAttemptFromAddress,
} from '../../people/users/login-attempts'
import { hashPassword, isPassword, needsNewHash } from '../../people/users/passwords'
import { findUser, findUserByEmail, passwordHashOf, writePasswordHash } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { authenticationFailed, isMethodEnabled, requireLoginUser } from './actions'

const passwordAuthDisabled = apiError(
  'PASSWORD_AUTH_DISABLED',
  () => 'Password authentication is disabled in this organization.',
)

/** The errors of a login with a password. */
export const passwordLoginErrors = [
  authenticationFailed,
  accountIsDeactivated,
  realmIsDeactivated,
  passwordAuthDisabled,
  rateLimitHit,
]

/** `user_id` and `stored_hash` are null if no password logs in with this username, or too many attempts failed. */
type StartedLogin = { user_id: number | null; stored_hash: string | null }

/** The Worker compared the password with `stored_hash`. If that has an older cost, `new_hash` replaces it. */
export type CheckedLogin = { user_id: number; username: string; stored_hash: string; new_hash: string | null }

/*
 * A login with a password has three parts, because the Worker hashes and the realm decides. First the realm counts the attempt
 * and returns the hash that the password must match. Then the Worker hashes the password. Last, the realm logs the user in.
 */

/**
 * Counts an attempt to log in with a password, and returns the hash that the password must match. The attempt counts as
 * failed until the login succeeds, so parallel guesses gain nothing.
 */
export function startLogin(realm: Realm, username: string): StartedLogin {
  const obstacle = findObstacleToPasswords(realm)
  if (obstacle) throw obstacle
  const user = findUserByEmail(realm, username)
  const user_id = user?.is_bot === false ? user.user_id : undefined
  const isWithinLimits = countLoginAttempt(realm, { username, user_id })
  if (user_id === undefined || !isWithinLimits) return { user_id: null, stored_hash: null }
  return { user_id, stored_hash: passwordHashOf(realm.sql, user_id) }
}

/** Returns the refusal if no password logs in to the realm. */
export function findObstacleToPasswords(realm: ReadOnlyRealm): ApiError | undefined {
  if (realmRow(realm).is_deactivated) return realmIsDeactivated({})
  return isMethodEnabled(realm, 'Email') ? undefined : passwordAuthDisabled({})
}

/** Compares the password in the Worker. Throws `authenticationFailed`. */
export function checkPassword(
  edge: Edge,
  { user_id, stored_hash }: StartedLogin,
  { username, password }: { username: string; password: string },
): CheckedLogin {
  const { password_cost } = edge.config
  const isRight = isPassword(password, stored_hash, password_cost)
  if (!isRight || user_id === null || stored_hash === null) throw authenticationFailed({})
  const new_hash = needsNewHash(stored_hash, password_cost) ? hashPassword(password, password_cost) : null
  return { user_id, username, stored_hash, new_hash }
}

/** Returns the user who logged in. Throws an error of `passwordLoginErrors`. */
export function finishLogin(realm: Realm, { user_id, username, stored_hash, new_hash }: CheckedLogin): User {
  // Other requests ran while the Worker hashed. They may have changed the password, or turned passwords off.
  if (!isMethodEnabled(realm, 'Email')) throw passwordAuthDisabled({})
  if (passwordHashOf(realm.sql, user_id) !== stored_hash) throw authenticationFailed({})
  forgetFailedAttempts(realm, username, user_id)
  forgetLastAttemptFromAddress(realm)
  if (new_hash !== null) writePasswordHash(realm.sql, user_id, new_hash)
  return requireLoginUser(realm, findUser(realm, user_id))
}
