import {
  isAccessToken,
  isAddress,
  isCount,
  isSession,
  notLoggedIn,
  type AddressCredential,
  type CountCredential,
  type Credential,
  type SessionCredential,
  type UserCredential,
} from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { getUserOfAgent } from '../agents/authentication'
import { findCountAddress } from './count-address-storage'
import { authenticateClient, getActiveUser, invalidApiKey } from '../users/authentication'
import type { User } from '../users/user'
import { findAddressByHash } from '../webhook-addresses/storage'
import { hasToken, heldUntil, isExpired, KEY_HOLDS_SECONDS, USE_IS_WRITTEN_EVERY_SECONDS } from './rules'
import type { Session } from './session'
import { findSession, sessionLimits, writeUse } from './storage'

/**
 * Returns the user that a credential belongs to, and notes the session in the call. Throws `notLoggedIn` if the session has
 * ended or no count address has the secret, `invalidApiKey` if no webhook address has it, and what `authenticateClient` throws.
 */
export function authenticate(realm: Realm, credential: UserCredential): User {
  const user = userOf(realm, credential)
  realm.session.user_id = user.user_id
  return user
}

function userOf(realm: Realm, credential: UserCredential): User {
  if (isSession(credential)) return getUserOfSession(realm, credential)
  if (isAddress(credential)) return getBotOfAddress(realm, credential)
  if (isCount(credential)) return getUserOfCountAddress(realm, credential)
  return isAccessToken(credential) ? getUserOfAgent(realm, credential) : authenticateClient(realm, credential)
}

function getBotOfAddress(realm: ReadOnlyRealm, { address_hash }: AddressCredential): User {
  const address = findAddressByHash(realm.sql, address_hash)
  if (address === undefined) throw invalidApiKey({})
  return getActiveUser(realm, address.bot_id)
}

/** A count address counts as long as the session that made it. Its use does not prolong the session. */
function getUserOfCountAddress(realm: ReadOnlyRealm, { count_hash }: CountCredential): User {
  const address = findCountAddress(realm.sql, count_hash)
  const session = address && findSession(realm, address.session_id)
  if (session === undefined || isExpired(session, sessionLimits(realm), realm.now())) throw notLoggedIn({})
  return getActiveUser(realm, session.user_id)
}

function getUserOfSession(realm: Realm, credential: SessionCredential): User {
  const session = findValidSession(realm, credential)
  if (session === undefined) throw notLoggedIn({})
  const user = getActiveUser(realm, session.user_id)
  if (realm.now() >= session.used_at + USE_IS_WRITTEN_EVERY_SECONDS)
    writeUse(realm, session.session_id, realm.client.address)
  realm.session.id = session.session_id
  return user
}

/** Returns until when a gateway may admit a credential that the realm has just admitted. Not at all if the time is now. */
export function credentialHoldsUntil(realm: ReadOnlyRealm, credential: Credential): number {
  const now = realm.now()
  if ('key_hash' in credential) return now + KEY_HOLDS_SECONDS
  if (!isSession(credential)) return now
  const session = findValidSession(realm, credential)
  return session ? heldUntil(session, credential, sessionLimits(realm), now) : now
}

/** Returns the session whose token a credential has, unless it has expired or waits for the second factor. */
export function findValidSession(realm: ReadOnlyRealm, credential: SessionCredential): Session | undefined {
  const session = findSessionOfToken(realm, credential)
  return session?.waits_until === null ? session : undefined
}

/** Returns the session whose token a credential has, if it waits for the second factor. */
export function findWaitingSession(realm: ReadOnlyRealm, credential: SessionCredential): Session | undefined {
  const session = findSessionOfToken(realm, credential)
  return session && session.waits_until !== null && realm.now() < session.waits_until ? session : undefined
}

/** Returns the session whose token a credential has, unless it has expired. */
export function findSessionOfToken(realm: ReadOnlyRealm, credential: SessionCredential): Session | undefined {
  const session = findSession(realm, credential.session_id)
  if (session === undefined || !hasToken(session, credential, realm.now())) return undefined
  return isExpired(session, sessionLimits(realm), realm.now()) ? undefined : session
}
