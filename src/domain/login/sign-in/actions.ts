import { apiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import type { LoginMethod } from '../../people/sessions/session'
import type { User } from '../../people/users/user'
import type { AuthenticationMethod } from '../../realm/settings/authentication-methods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { noteLogin } from '../../mail/security-mail/actions'
import { claimAccount } from './claim-account'
import { createApiKey } from '../../people/users/api-key-storage'

export const authenticationFailed = apiError('AUTHENTICATION_FAILED', () => 'Your username or password is incorrect')

export const isMethodEnabled = (realm: ReadOnlyRealm, method: AuthenticationMethod): boolean =>
  settingsOf(realm).authentication_methods[method] === true

/** Returns the user if the user may log in. Throws for a bot and a deactivated user. */
export function requireLoginUser(realm: ReadOnlyRealm, user: User | undefined): User {
  if (user === undefined || user.is_bot) throw authenticationFailed({})
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user.is_active) throw accountIsDeactivated({})
  return user
}

/** Creates an API key for a user who logged in, and returns what the login endpoints return. */
export function issueKey(
  realm: Realm,
  user: User,
  method: LoginMethod,
): { api_key: string; email: string; user_id: number } {
  const { user_id, delivery_email: email } = user
  claimAccount(realm, user_id)
  noteLogin(realm, user, realm.client.name)
  recordAudit(realm, 'logged_in', { user_id }, { method, session_id: null })
  return { api_key: createApiKey(realm, user_id), email, user_id }
}
