import { rateLimitHit, type ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { confirmTotp, makeRecoveryCodes, removeTotp } from '../../people/factors/actions'
import { renewAfterConfirmation, renewAfterProof } from '../../people/sessions/actions'
import { countCodeAttempt, forgetFailedAttempts, forgetFailedCodes } from '../../people/users/login-attempts'
import { wrongPassword } from '../../people/users/rules'
import { passwordHashOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { wrongCode } from './login'

/**
 * Turns one-time codes on with the first code, and ends all other sessions of the account. Returns the recovery codes, or a
 * refusal: an error would undo the count of the attempt.
 */
export function turnOnCodes(
  realm: Realm,
  user: User,
  code: string,
): { recovery_codes: string[] } | { refusal: ApiError } {
  const { user_id } = user
  const wait = countCodeAttempt(realm, user_id)
  if (wait > 0) return { refusal: rateLimitHit({ 'retry-after': wait }) }
  const recovery_codes = confirmTotp(realm, user_id, code)
  if (recovery_codes === undefined) return { refusal: wrongCode({}) }
  forgetFailedCodes(realm, user_id)
  renewAfterProof(realm, user_id)
  recordAudit(realm, 'one_time_codes_changed', { user_id }, { change: 'added' })
  notifySecurityChange(realm, user, 'one_time_codes')
  return { recovery_codes }
}

/** Replaces the recovery codes, and returns the new ones. */
export function renewRecoveryCodesOf(realm: Realm, user: User): string[] {
  const recovery_codes = makeRecoveryCodes(realm, user.user_id)
  recordAudit(realm, 'recovery_codes_replaced', { user_id: user.user_id })
  notifySecurityChange(realm, user, 'recovery_codes')
  return recovery_codes
}

export function turnOffCodes(realm: Realm, user: User): void {
  removeTotp(realm, user.user_id)
  recordAudit(realm, 'one_time_codes_changed', { user_id: user.user_id }, { change: 'removed' })
  notifySecurityChange(realm, user, 'one_time_codes')
}

/** Notes that the user of the session proved who they are with the password that the Worker compared. */
export function finishConfirmation(realm: Realm, { user_id, delivery_email }: User, stored_hash: string | null): void {
  // Another request may have changed the password while the Worker hashed.
  if (passwordHashOf(realm.sql, user_id) !== stored_hash) throw wrongPassword({})
  forgetFailedAttempts(realm, delivery_email, user_id)
  renewAfterConfirmation(realm)
}
