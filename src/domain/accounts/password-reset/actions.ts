import type { ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { findUserOfConfirmation, createConfirmation, consumeConfirmations } from '../../mail/confirmations/actions'
import { countEmailRequest } from '../../mail/confirmations/email-limits'
import { recordProof } from '../../login/identities/storage'
import { emailContext, emailContextOf } from '../../mail/mail/email-context'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { forgetFailedAttempts } from '../../people/users/login-attempts'
import { refusalOfEmail } from '../../people/users/rules'
import { isRealEmailOf, findUserByEmail, writePasswordHash } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { invalidLink } from '../../mail/confirmations/confirmation'
import { findObstacle } from '../sign-up/sign-up-link'
import { noAccountEmail, passwordChangedEmail, resetEmail } from './emails'
import { endSessionsOf } from '../../people/sessions/actions'
import { endPhonesOf } from '../../people/push-devices/actions'
import { deleteApiKeys } from '../../people/users/api-key-storage'

/**
 * Sends a link with which a user can choose a new password. Returns a refusal if a limit is reached. The answer and the rows that
 * it writes are the same for an address without an account.
 */
export function requestPasswordReset(realm: Realm, address: string): ApiError | undefined {
  const email = address.trim()
  const refusal = refusalOfEmail(email) ?? countEmailRequest(realm, email)
  if (refusal) return refusal
  const user = findUserByEmail(realm, email)
  // The link goes to the user's real address only.
  const canReset = user !== undefined && isRealEmailOf(user, email) && user.is_active && !user.is_bot
  const { seed, expires_at } = createConfirmation(realm, { kind: 'password_reset', email, user_id: user?.user_id })
  const emailFor = canReset ? resetEmail : noAccountEmail
  realm.emails.add(
    emailFor({ ...(canReset ? emailContextOf(realm, user) : emailContext(realm, email)), seed }),
    expires_at,
  )
  return undefined
}

/** Returns the user whose password a link resets; undefined if the link is invalid, or the user's address has changed. */
export function findUserOfLink(realm: ReadOnlyRealm, secret: string): User | undefined {
  return findObstacle(realm) === undefined ? findUserOfConfirmation(realm, 'password_reset', secret) : undefined
}

/**
 * Sets the password of the user of a link. Deletes the user's API keys and queues, because another person may have logged in
 * with the old password. Returns the user.
 */
export function resetPassword(realm: Realm, secret: string, password_hash: string): User {
  const user = findUserOfLink(realm, secret)
  if (user === undefined) throw invalidLink({})
  const { user_id, delivery_email } = user
  consumeConfirmations(realm, { kind: 'password_reset', email: delivery_email, user_id })
  writePasswordHash(realm.sql, user_id, password_hash)
  recordAudit(realm, 'password_changed', { user_id }, { method: 'email' })
  recordProof(realm, user_id, delivery_email)
  forgetFailedAttempts(realm, delivery_email, user_id)
  deleteApiKeys(realm, user_id)
  endPhonesOf(realm, user_id)
  endSessionsOf(realm, user_id)
  realm.listeners.removeQueuesOf(user_id)
  realm.emails.add(passwordChangedEmail(emailContextOf(realm, user)), realm.now() + SECONDS_PER_WEEK)
  return user
}
