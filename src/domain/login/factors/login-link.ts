import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { SecretLink } from '../../../store/email'
import { isRealEmailOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { realmRow } from '../../realm/settings/storage'
import { consumeConfirmations, createConfirmation, findUserOfConfirmation } from '../../mail/confirmations/actions'
import { invalidLink } from '../../mail/confirmations/confirmation'
import { canLogIn } from '../providers/ways-to-log-in'
import { admitBrowser, PASSKEYS_PAGE, type Browser } from '../sessions/admit-browser'
import { requireLoginUser } from '../sign-in/actions'

/**
 * Returns the link with which a user logs in whose account the operator's reset left without a way to log in: a password that
 * the organization does not accept, or none. Undefined for an account that needs no link.
 */
export function loginLinkAfterReset(realm: Realm, user: User): SecretLink | undefined {
  const { user_id, delivery_email } = user
  if (canLogIn(realm, user_id) || !user.is_active || !isRealEmailOf(user, delivery_email)) return undefined
  const { seed } = createConfirmation(realm, { kind: 'login', email: delivery_email, user_id })
  return { url: `${ownUrl(realm)}/accounts/login/link`, seed }
}

/**
 * Returns the user of a link; undefined if the link is invalid, the user's address has changed, or the account has a way to log
 * in by now.
 */
export function findUserOfLoginLink(realm: ReadOnlyRealm, secret: string): User | undefined {
  if (realmRow(realm).is_deactivated) return undefined
  const user = findUserOfConfirmation(realm, 'login', secret)
  return user && !canLogIn(realm, user.user_id) ? user : undefined
}

/** Logs in the user of a link, who then adds a passkey. The link works once. Throws `invalidLink`. */
export function logInByLink(realm: Realm, secret: string, browser: Browser): string {
  const user = findUserOfLoginLink(realm, secret)
  if (user === undefined) throw invalidLink({})
  requireLoginUser(realm, user)
  const { user_id, delivery_email } = user
  consumeConfirmations(realm, { kind: 'login', email: delivery_email, user_id })
  return admitBrowser(realm, user, { ...browser, method: 'email', next: PASSKEYS_PAGE }).location
}
