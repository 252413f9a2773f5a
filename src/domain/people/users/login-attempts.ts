import { rateLimitHit } from '../../../api/errors'
import { secondsUntilAllowed, type RateLimit } from '../../../api/rate-limit'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import {
  deleteFailures,
  deleteFailuresUntil,
  deleteNewestFailure,
  failuresOf,
  insertFailure,
} from './login-attempts-storage'
import { emailKey } from './storage'

/**
 * An attempt counts for the user name in the request, for the user with this name, and for the network address.
 *
 * An account has two names, its addresses. If only names counted, a client could guess at one account twice as often. If only
 * accounts counted, a client that used up the attempts of one name would learn which other name is the same account. So a used-up
 * name is refused, whether or not it has an account. A used-up account accepts no password, and a right one is called wrong.
 *
 * An attempt counts as failed until it has succeeded, so a client gains nothing by many attempts at once.
 */
export type Attempt = { username: string; user_id: number | undefined }

/**
 * Counts an attempt. Returns whether the account accepts a password now. Throws `rateLimitHit` if there were too many attempts
 * with this user name or from this address.
 */
export function countLoginAttempt(realm: Realm, { username, user_id }: Attempt): boolean {
  const { authentication, authentication_by_address } = realm.config.rate_limits
  const userKey = user_id === undefined ? UNKNOWN_USER : keyOfUser(user_id)
  requireAllowed(realm, keyOfAddress(realm), authentication_by_address)
  requireAllowed(realm, keyOfName(username), authentication)
  deleteOldFailures(realm)
  record(realm, keyOfAddress(realm), authentication_by_address)
  record(realm, keyOfName(username), authentication)
  const isUsedUp = secondsToWait(realm, userKey, authentication) > 0
  // An attempt that compares no password is no guess. If it counted, an attacker could lock its owner out for ever.
  if (!isUsedUp) record(realm, userKey, authentication)
  return !isUsedUp
}

/** Counts an attempt of a user who is logged in, with their old password. Throws `rateLimitHit`. */
export const countPasswordAttempt = (realm: Realm, user_id: number): void =>
  count(realm, keyOfUser(user_id), realm.config.rate_limits.authentication)

/**
 * Counts an attempt with a one-time code. Returns the seconds to wait if there were too many: then the code must not be compared.
 * The limit does not depend on the deployment, because a code has only six digits.
 */
export function countCodeAttempt(realm: Realm, user_id: number): number {
  const wait = secondsToWait(realm, keyOfCodes(user_id), CODE_LIMITS)
  if (wait > 0) return wait
  deleteOldFailures(realm)
  record(realm, keyOfCodes(user_id), CODE_LIMITS)
  return 0
}

export const forgetFailedCodes = (realm: Realm, user_id: number): void =>
  deleteFailures(realm.sql, [keyOfCodes(user_id), keyOfCodes(user_id)])

const CODE_LIMITS: readonly RateLimit[] = [{ seconds: 900, most: 5 }]

/** Counts an attempt with a secret that belongs to no user, such as a token. Throws `rateLimitHit`. */
export const countAttemptFromAddress = (realm: Realm): void =>
  count(realm, keyOfAddress(realm), realm.config.rate_limits.authentication_by_address)

/**
 * Forgets the failures of the account and of this user name, after a success. The failures of its other name stay: if they did
 * not, a client could learn that both names are one account.
 */
export const forgetFailedAttempts = (realm: Realm, username: string, user_id: number): void =>
  deleteFailures(realm.sql, [keyOfName(username), keyOfUser(user_id)])

/**
 * Forgets the last attempt from this address, which succeeded. The earlier ones stay: otherwise a user with an account could
 * guess at other accounts without limit.
 */
export const forgetLastAttemptFromAddress = (realm: Realm): void => deleteNewestFailure(realm.sql, keyOfAddress(realm))

// Any client can make the realm store a name for half an hour. So no more of it is stored than an address can have.
const MAX_ADDRESS_LENGTH = 254

const keyOfName = (username: string) => `name ${emailKey(username).slice(0, MAX_ADDRESS_LENGTH)}`
const keyOfUser = (user_id: number) => `user ${user_id}`
const keyOfCodes = (user_id: number) => `codes of user ${user_id}`
const keyOfAddress = (realm: ReadOnlyRealm) => `address ${realm.client.address}`
// A name without an account is as much work as one with an account, so that the time of the answer is the same.
const UNKNOWN_USER = 'unknown user'

function count(realm: Realm, key: string, limits: readonly RateLimit[]): void {
  requireAllowed(realm, key, limits)
  deleteOldFailures(realm)
  record(realm, key, limits)
}

function requireAllowed(realm: ReadOnlyRealm, key: string, limits: readonly RateLimit[]): void {
  const wait = secondsToWait(realm, key, limits)
  if (wait > 0) throw rateLimitHit({ 'retry-after': wait })
}

const secondsToWait = (realm: ReadOnlyRealm, key: string, limits: readonly RateLimit[]): number =>
  secondsUntilAllowed(failuresOf(realm.sql, key), limits, realm.now())

function record(realm: Realm, key: string, limits: readonly RateLimit[]): void {
  if (limits.length > 0) insertFailure(realm.sql, key, realm.now())
}

function deleteOldFailures(realm: Realm): void {
  const { authentication, authentication_by_address } = realm.config.rate_limits
  const limits = [...CODE_LIMITS, ...authentication, ...authentication_by_address]
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  deleteFailuresUntil(realm.sql, realm.now() - longest)
}
