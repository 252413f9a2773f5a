import type { ReadOnlyRealm } from '../../../realm'
import { hasPasskeys } from '../../people/passkeys/storage'
import { passwordHashOf } from '../../people/users/storage'
import { identitiesOf } from '../identities/storage'
import { providersOf } from '../providers/available-providers'
import { loginPath } from '../providers/provider'
import type { ProviderButton } from '../sessions/login-page'

/** With what a user can prove again who they are. At a provider, the user logs in again. */
export type Proofs = { hasPassword: boolean; hasPasskeys: boolean; providers: readonly ProviderButton[] }

export function proofsOf(realm: ReadOnlyRealm, user_id: number): Proofs {
  const issuers = new Set(identitiesOf(realm, user_id).map(({ issuer }) => issuer))
  return {
    hasPassword: passwordHashOf(realm.sql, user_id) !== null,
    hasPasskeys: hasPasskeys(realm, user_id),
    providers: providersOf(realm)
      .filter(({ issuer }) => issuers.has(issuer))
      .map(({ key, kind, display_name }) => ({ path: loginPath({ key }), kind, display_name })),
  }
}

/** Returns whether a user can prove who they are without another login. A user whom the deployment's token logged in may not. */
export const canConfirm = ({ hasPassword, hasPasskeys, providers }: Proofs): boolean =>
  hasPassword || hasPasskeys || providers.length > 0
