import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findUser, isRealEmailOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { Confirmation, ConfirmationKind } from './confirmation'
import {
  deleteConfirmationsOfEmail,
  deleteConfirmationsOfUser,
  deleteExpiredConfirmations,
  findConfirmationByHash,
  insertConfirmation,
} from './storage'

const CONFIRMATION_SECONDS = SECONDS_PER_DAY
const SEED_LENGTH = 32

type NewConfirmation = { kind: ConfirmationKind; email: string; user_id?: number; invitation_id?: number }

/**
 * Stores a confirmation that works for one day. Returns the seed of its secret, for the link in the email, and the time at
 * which it expires. The realm stores only the hash of the secret.
 */
export function createConfirmation(
  realm: Realm,
  { kind, email, user_id = 0, invitation_id = 0 }: NewConfirmation,
): { seed: string; expires_at: number } {
  deleteExpiredConfirmations(realm.sql, realm.now())
  const seed = realm.randomKey(SEED_LENGTH)
  const expires_at = realm.now() + CONFIRMATION_SECONDS
  insertConfirmation(realm.sql, {
    kind,
    email,
    user_id: user_id || null,
    invitation_id: invitation_id || null,
    secret_hash: hashApiKey(realm.emails.secretOf(seed)),
    expires_at,
  })
  return { seed, expires_at }
}

/** Returns the confirmation of a secret; undefined if it does not exist, is of another kind or has expired. */
export const findConfirmation = (
  realm: ReadOnlyRealm,
  kind: ConfirmationKind,
  secret: string,
): Confirmation | undefined =>
  findConfirmationByHash(realm.sql, { kind, secret_hash: hashApiKey(secret), now: realm.now() })

/**
 * Returns the user of a link; undefined if the link is invalid, the user cannot log in any more, or the user's address has
 * changed since.
 */
export function findUserOfConfirmation(realm: ReadOnlyRealm, kind: ConfirmationKind, secret: string): User | undefined {
  const confirmation = findConfirmation(realm, kind, secret)
  const user = confirmation?.user_id ? findUser(realm, confirmation.user_id) : undefined
  return confirmation && user?.is_active && !user.is_bot && isRealEmailOf(user, confirmation.email) ? user : undefined
}

/** Deletes a confirmation that was used, together with all others of its kind for the same address or user. */
export function consumeConfirmations(
  realm: Realm,
  { kind, email, user_id }: Pick<Confirmation, 'kind' | 'email' | 'user_id'>,
): void {
  deleteConfirmationsOfEmail(realm.sql, kind, email)
  if (user_id !== null) deleteConfirmationsOfUser(realm.sql, kind, user_id)
}
