import { apiError, ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { completeSession } from '../../people/sessions/actions'
import { findWaitingSession } from '../../people/sessions/authentication'
import type { SessionCredential } from '../../../api/callers'
import { getActiveUser } from '../../people/users/authentication'
import { findUser } from '../../people/users/storage'
import { settingsOf } from '../../realm/settings/storage'
import { noLoginWaits } from '../factors/login'
import { admitBrowser, noteDevice, type Browser } from '../sessions/admit-browser'
import { requireLoginUser } from '../sign-in/actions'
import { passkeyNotAccepted, usePasskey } from './actions'
import { placeOfBrowser, placeOfSession } from './challenges'
import type { AssertionCredential } from './wire-passkey'

export const passkeyLoginDisabled = apiError(
  'AUTHENTICATION_FAILED',
  () => 'This organization allows no login with a passkey',
)

export const isPasskeyLoginEnabled = (realm: ReadOnlyRealm): boolean => settingsOf(realm).parley_passkey_login

type Attempt = { credential: AssertionCredential; binding: string | undefined; browser: Browser; next: string }

/*
 * Both functions return a refusal instead of throwing it, because an error would undo that the challenge was used. A
 * deactivated account is refused before the session is written.
 */

/** Logs in the user of a passkey, who has typed no address. The passkey is the only factor, so the device verified its user. */
export function logInByPasskey(
  realm: Realm,
  { credential, binding, browser, next }: Attempt,
): { location: string } | { refusal: ApiError } {
  if (!isPasskeyLoginEnabled(realm)) return { refusal: passkeyLoginDisabled({}) }
  // The device names the account, too. Without it, the passkey is one that was chosen by its id.
  const place = placeOfBrowser(binding ?? '')
  const isNamed = binding !== undefined && credential.response.userHandle !== null
  const passkey = isNamed ? usePasskey(realm, { credential, place, needsVerifiedUser: true }) : undefined
  if (passkey === undefined) return { refusal: passkeyNotAccepted({}) }
  return unlessRefused(() => {
    const user = requireLoginUser(realm, findUser(realm, passkey.user_id))
    return { location: admitBrowser(realm, user, { ...browser, method: 'passkey', next }).location }
  })
}

/** Completes a login that waits for its second factor with a passkey. */
export function completeByPasskey(
  realm: Realm,
  { waiting, credential }: { waiting: SessionCredential | undefined; credential: AssertionCredential },
): { completed: true } | { refusal: ApiError } {
  const session = waiting && findWaitingSession(realm, waiting)
  if (session === undefined) return { refusal: noLoginWaits({}) }
  const place = placeOfSession('second_factor', session.session_id)
  const passkey = usePasskey(realm, { credential, place, needsVerifiedUser: false })
  if (passkey?.user_id !== session.user_id) return { refusal: passkeyNotAccepted({}) }
  return unlessRefused(() => {
    const user = getActiveUser(realm, session.user_id)
    completeSession(realm, session, 'passkey')
    noteDevice(realm, user, session)
    return { completed: true as const }
  })
}

function unlessRefused<Result>(logIn: () => Result): Result | { refusal: ApiError } {
  try {
    return logIn()
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error }
    throw error
  }
}
