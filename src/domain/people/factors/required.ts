import type { AnyEndpoint } from '../../../api/endpoint'
import type { ApiError } from '../../../api/errors'
import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { hasPasskeys } from '../passkeys/storage'
import { factorIsRequired } from '../users/authentication'
import type { User } from '../users/user'
import { hasSecondFactor } from './actions'
import { isRequiredOf } from './required-rules'

/** Returns whether an account has a factor that counts for this organization. */
export const hasRequiredFactor = (realm: ReadOnlyRealm, user_id: number): boolean =>
  settingsOf(realm).parley_factor_required === 'passkey' ? hasPasskeys(realm, user_id) : hasSecondFactor(realm, user_id)

/** Returns whether the role of a user needs a factor that the account does not have. */
export const lacksRequiredFactor = (realm: ReadOnlyRealm, { user_id, role, is_bot }: User): boolean =>
  !is_bot && isRequiredOf(settingsOf(realm).parley_factor_required_of, role) && !hasRequiredFactor(realm, user_id)

/**
 * Returns the refusal of a user who lacks a factor, with any credential. Only the endpoints with which the user adds one are
 * open. So the rule holds at once, also for sessions and keys from before it, and after a promotion.
 */
export function refusalWithoutFactor(realm: ReadOnlyRealm, user: User, endpoint: AnyEndpoint): ApiError | undefined {
  if (endpoint.isForSetUp || !lacksRequiredFactor(realm, user)) return undefined
  return factorIsRequired({ parley_factor: settingsOf(realm).parley_factor_required })
}
