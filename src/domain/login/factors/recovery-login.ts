import { apiError, type ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { useCode } from '../../people/factors/actions'
import { typedRecoveryCode } from '../../people/factors/recovery-rules'
import { hasPasskeys } from '../../people/passkeys/storage'
import { countLoginAttempt, forgetFailedAttempts } from '../../people/users/login-attempts'
import { findUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { canLogInWithoutPasskey } from '../providers/ways-to-log-in'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { admitBrowser, PASSKEYS_PAGE, type Browser } from '../sessions/admit-browser'
import { isMethodEnabled, requireLoginUser } from '../sign-in/actions'

const wrongRecovery = apiError('AUTHENTICATION_FAILED', () => 'Your address or your recovery code is incorrect')

/**
 * Returns whether a recovery code alone can log in to this realm. Where passwords log in, a link by email sets another one, and
 * the recovery code then completes the login.
 */
export const allowsRecovery = (realm: ReadOnlyRealm): boolean =>
  settingsOf(realm).parley_passkey_login && !isMethodEnabled(realm, 'Email') && !realmRow(realm).is_deactivated

type Attempt = { username: string; code: string; browser: Browser }

/**
 * Logs in a user who lost the passkeys of an account that has no other way to log in. Returns a refusal instead of throwing it:
 * an error would undo the count of the attempt. Throws `rateLimitHit`.
 */
export function logInByRecoveryCode(
  realm: Realm,
  { username, code, browser }: Attempt,
): { location: string } | { refusal: ApiError } {
  const user = findUserByEmail(realm, username)
  const isWithinLimits = countLoginAttempt(realm, { username, user_id: user?.user_id })
  if (!isWithinLimits || user === undefined || !isRecoverable(realm, user)) return { refusal: wrongRecovery({}) }
  if (typedRecoveryCode(code) === undefined || useCode(realm, user.user_id, code) === undefined)
    return { refusal: wrongRecovery({}) }
  requireLoginUser(realm, user)
  forgetFailedAttempts(realm, username, user.user_id)
  notifySecurityChange(realm, user, 'recovery_code_used')
  return admitBrowser(realm, user, { ...browser, method: 'recovery_code', next: PASSKEYS_PAGE })
}

/** A code alone must not replace the login at a provider. */
const isRecoverable = (realm: ReadOnlyRealm, { user_id, is_active, is_bot }: User): boolean =>
  is_active && !is_bot && hasPasskeys(realm, user_id) && !canLogInWithoutPasskey(realm, user_id)
