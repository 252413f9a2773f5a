import { apiError, rateLimitHit, type ApiError } from '../../../api/errors'
import type { SessionCredential } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { useCode } from '../../people/factors/actions'
import { completeSession } from '../../people/sessions/actions'
import { findWaitingSession } from '../../people/sessions/authentication'
import { getActiveUser } from '../../people/users/authentication'
import { countCodeAttempt, forgetFailedCodes } from '../../people/users/login-attempts'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { noteDevice } from '../sessions/admit-browser'

export const noLoginWaits = apiError('UNAUTHORIZED', () => 'Log in first: no login waits for a second factor')
export const wrongCode = apiError('AUTHENTICATION_FAILED', () => 'This code is wrong, or was used before')

/**
 * Completes a login that waits for its second factor. Returns the refusal instead of throwing it, because an error would undo the
 * count of the attempt. Throws if the user or the realm was deactivated.
 */
export function completeLogin(
  realm: Realm,
  { waiting, code }: { waiting: SessionCredential | undefined; code: string },
): ApiError | undefined {
  const session = waiting && findWaitingSession(realm, waiting)
  if (session === undefined) return noLoginWaits({})
  const user = getActiveUser(realm, session.user_id)
  const { user_id } = user
  const wait = countCodeAttempt(realm, user_id)
  if (wait > 0) return rateLimitHit({ 'retry-after': wait })
  const second_factor = useCode(realm, user_id, code)
  if (second_factor === undefined) return wrongCode({})
  forgetFailedCodes(realm, user_id)
  completeSession(realm, session, second_factor)
  noteDevice(realm, user, session)
  // A thief of the paper with the codes must not stay unnoticed.
  if (second_factor === 'recovery_code') notifySecurityChange(realm, user, 'recovery_code_used')
  return undefined
}
