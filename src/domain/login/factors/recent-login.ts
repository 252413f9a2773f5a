import { forbiddenWith } from '../../../api/errors'
import type { ReadOnlyRealm } from '../../../realm'
import { sessionOfCall } from '../../people/sessions/actions'
import { RECENT_LOGIN_SECONDS } from '../../people/sessions/rules'
import type { Session } from '../../people/sessions/session'

/**
 * The client asks for the password with `POST /parley/sessions/confirm`, or for a passkey with
 * `POST /parley/sessions/confirm/passkey`, and repeats the request.
 */
export const loginIsTooOld = forbiddenWith(
  'PARLEY_CONFIRMATION_REQUIRED',
  () => 'Confirm who you are first, in a browser that is logged in',
)

/**
 * Returns the session of the request. Throws `loginIsTooOld` unless the request is from a session whose user proved a
 * short time ago who they are. An API key is not enough: a thief of a key must not change how its owner logs in.
 */
export function requireRecentLogin(realm: ReadOnlyRealm): Session {
  const session = sessionOfCall(realm)
  if (session === undefined || !isRecentLogin(session, realm.now())) throw loginIsTooOld({})
  return session
}

/** Returns whether the user of a session proved a short time ago who they are. */
export const isRecentLogin = ({ authenticated_at }: Session, now: number): boolean =>
  now < authenticated_at + RECENT_LOGIN_SECONDS
