import { apiError, badRequest, type ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { hasSecondFactor, makeRecoveryCodes, removePasskey } from '../../people/factors/actions'
import { countRecoveryCodes } from '../../people/factors/storage'
import { PASSKEYS_PER_ACCOUNT, type Passkey } from '../../people/passkeys/passkey'
import { acceptedAssertion, acceptedRegistration } from '../../people/passkeys/signature-rules'
import {
  findHandle,
  findPasskeyOfCredential,
  insertPasskey,
  passkeysOf,
  writeUse,
  type Place,
} from '../../people/passkeys/storage'
import { renewAfterProof } from '../../people/sessions/actions'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { keepingAWayToLogIn } from '../providers/ways-to-log-in'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { expectedOf, takeChallengeIn } from './challenges'
import type { AssertionCredential, RegistrationCredential } from './wire-passkey'

export const tooManyPasskeys = badRequest(() => `An account has at most ${PASSKEYS_PER_ACCOUNT} passkeys`)
export const registrationNotAccepted = badRequest(() => 'The new passkey was not accepted. Try again.')
export const passkeyNotAccepted = apiError('AUTHENTICATION_FAILED', () => 'This passkey was not accepted')

type Added = { passkey_id: number; recovery_codes: string[] } | { refusal: ApiError }

/**
 * Adds a passkey that a device of the user made. With the first factor of the account, makes recovery codes and ends the other
 * sessions, because one of them may be of a thief. Returns a refusal instead of throwing it: an error would undo that the
 * challenge was used.
 */
export function addPasskeyOf(
  realm: Realm,
  user: User,
  { credential, name, place }: { credential: RegistrationCredential; name: string; place: Place },
): Added {
  const { user_id } = user
  const { id, response } = credential
  if (!takeChallengeIn(realm, response.clientDataJSON, place)) return { refusal: registrationNotAccepted({}) }
  const made = acceptedRegistration({ id, ...response }, expectedOf(realm, false))
  // A second account with the same id could be opened by the device of the first.
  if (made === undefined || findPasskeyOfCredential(realm, id)) return { refusal: registrationNotAccepted({}) }
  if (passkeysOf(realm, user_id).length >= PASSKEYS_PER_ACCOUNT) return { refusal: tooManyPasskeys({}) }
  const isFirstFactor = !hasSecondFactor(realm, user_id)
  const passkey_id = insertPasskey(realm, made, { user_id, name, transports: response.transports })
  const recovery_codes = countRecoveryCodes(realm, user_id) > 0 ? [] : makeRecoveryCodes(realm, user_id)
  if (isFirstFactor) renewAfterProof(realm, user_id)
  recordAudit(realm, 'passkey_added', { user_id }, { passkey_id, name })
  notifySecurityChange(realm, user, 'passkey')
  return { passkey_id, recovery_codes }
}

/** Throws if no other way to log in is left. */
export function removePasskeyOfUser(realm: Realm, user: User, passkey: Passkey): void {
  const { passkey_id, name } = passkey
  keepingAWayToLogIn(realm, user.user_id, () => removePasskey(realm, passkey))
  recordAudit(realm, 'passkey_removed', { user_id: user.user_id }, { passkey_id, name })
  notifySecurityChange(realm, user, 'passkey')
}

type Attempt = { credential: AssertionCredential; place: Place; needsVerifiedUser: boolean }

/**
 * Returns the passkey that signed the challenge of this place, and notes its use. Undefined if the signature does not count. The
 * challenge is used up in any case.
 */
export function usePasskey(realm: Realm, { credential, place, needsVerifiedUser }: Attempt): Passkey | undefined {
  const { id, response } = credential
  if (!takeChallengeIn(realm, response.clientDataJSON, place)) return undefined
  const passkey = findPasskeyOfCredential(realm, id)
  if (passkey === undefined) return undefined
  const { userHandle } = response
  if (userHandle !== null && userHandle !== findHandle(realm, passkey.user_id)) return undefined
  const use = acceptedAssertion({ id, ...response }, passkey, expectedOf(realm, needsVerifiedUser))
  if (use === undefined) return undefined
  writeUse(realm, passkey.passkey_id, use)
  return passkey
}
