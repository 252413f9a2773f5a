import type { SessionCredential } from '../../../api/callers'
import { sessionIn } from '../../../api/session-cookie'
import type { Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { hasSecondFactor } from '../../people/factors/actions'
import { lacksRequiredFactor } from '../../people/factors/required'
import { startSession } from '../../people/sessions/actions'
import type { SessionIdentity } from '../../people/sessions/identity-session-storage'
import type { LoginMethod } from '../../people/sessions/session'
import type { User } from '../../people/users/user'
import { emailContextOf } from '../../mail/mail/email-context'
import { noteLogin, rememberDevice } from '../../mail/security-mail/actions'
import { claimAccount } from '../sign-in/claim-account'
import { programIn } from './device-rules'

/** The facts of the browser that logs in. The session of its old cookie ends. */
export type Browser = { user_agent: string; previous: SessionCredential | undefined }

export const browserOf = ({ request, config }: Edge): Browser => ({
  user_agent: request.headers.get('user-agent') ?? '',
  previous: sessionIn(request, config),
})

type Login = Browser & {
  method: LoginMethod
  /** The identity that a provider confirmed. */
  identity?: SessionIdentity
  /** The path to which the login leads. */
  next: string
}

/** What follows a login: the path to which a page redirects the browser, and whether it still needs a second factor. */
export type Admission = { location: string; waits: boolean }

/**
 * Starts a session for a user who proved who they are by one method, and returns where the browser goes. All ways to log in with
 * a browser end here. If the account has a second factor, the session authenticates nothing until the user proves that factor.
 */
export function admitBrowser(
  realm: Realm,
  user: User,
  { method, identity, next, user_agent, previous }: Login,
): Admission {
  const waits = !COMPLETE_METHODS.has(method) && hasSecondFactor(realm, user.user_id)
  startSession(realm, user.user_id, { method, identity, user_agent, previous, waits })
  if (!waits) noteDevice(realm, user, { method, user_agent })
  if (waits) return { location: `${SECOND_FACTOR_PAGE}?${new URLSearchParams({ next }).toString()}`, waits }
  return { location: lacksRequiredFactor(realm, user) ? PASSKEYS_PAGE : next, waits }
}

/**
 * A passkey proves two things: the user has the device, and unlocked it with a PIN, a finger or the face. A browser that logs in the desktop
 * app was logged in with all factors itself. A recovery code alone replaces a passkey that was the only factor.
 */
const COMPLETE_METHODS: ReadonlySet<LoginMethod> = new Set(['passkey', 'browser', 'recovery_code'])

/** Notes the first login of an account, sends an email about a login from an unknown device, and remembers the device. */
export function noteDevice(
  realm: Realm,
  user: User,
  { method, user_agent }: Pick<Login, 'method' | 'user_agent'>,
): void {
  claimAccount(realm, user.user_id)
  const device = programIn(user_agent)
  const { newDevice } = emailContextOf(realm, user).words
  // The user gets an email about the reset already.
  if (method === 'password_reset') rememberDevice(realm, user, device)
  else noteLogin(realm, user, device, programIn(user_agent, newDevice.program))
}

/** The page on which users add passkeys. */
export const PASSKEYS_PAGE = '/accounts/passkeys'

/** The page that asks for the second factor. */
export const SECOND_FACTOR_PAGE = '/login/second-factor'
