import { badRequest } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { hasPasskeys } from '../../people/passkeys/storage'
import { passwordHashOf } from '../../people/users/storage'
import { settingsOf } from '../../realm/settings/storage'
import { identitiesOf } from '../identities/storage'
import { providersOf } from './available-providers'

export const lastWayToLogIn = badRequest(
  () => 'This is the only way to log in to your account. Add another one first: a password, a passkey or an identity.',
)

/**
 * Returns whether a user can log in: with a password, with a passkey alone, or with an identity of a provider that the realm
 * has. One-time codes and recovery codes only complete a login. A link by email is no way of its own: it needs passwords, and
 * the user may have lost the address.
 */
export const canLogIn = (realm: ReadOnlyRealm, user_id: number): boolean =>
  (settingsOf(realm).parley_passkey_login && hasPasskeys(realm, user_id)) || canLogInWithoutPasskey(realm, user_id)

export function canLogInWithoutPasskey(realm: ReadOnlyRealm, user_id: number): boolean {
  if (settingsOf(realm).authentication_methods.Email && passwordHashOf(realm.sql, user_id) !== null) return true
  const issuers = new Set(providersOf(realm).map(({ issuer }) => issuer))
  return identitiesOf(realm, user_id).some(({ issuer }) => issuers.has(issuer))
}

/**
 * Makes a change that may take a way to log in from a user. Throws `lastWayToLogIn`, which undoes the change, if the user could
 * log in before and cannot after it.
 */
export function keepingAWayToLogIn(realm: Realm, user_id: number, change: () => void): void {
  const could = canLogIn(realm, user_id)
  change()
  if (could && !canLogIn(realm, user_id)) throw lastWayToLogIn({})
}
