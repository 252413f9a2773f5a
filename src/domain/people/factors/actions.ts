import { createHash } from 'node:crypto'
import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES, shownRecoveryCode, typedRecoveryCode } from './recovery-rules'
import type { Passkey } from '../passkeys/passkey'
import { deletePasskey, deletePasskeysOf, hasPasskeys } from '../passkeys/storage'
import { SECOND_FACTORS, type SecondFactor } from './second-factor'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteOneTimeCodes,
  findOneTimeCodes,
  insertOneTimeCodes,
  replaceRecoveryCodes,
  writeConfirmed,
  writeLastStep,
} from './storage'
import { acceptedStep, base32, bytesOfBase32, SECRET_BYTES } from './totp-rules'

/** Returns whether the account has one-time codes. */
export const hasTotp = (realm: ReadOnlyRealm, user_id: number): boolean => {
  const codes = findOneTimeCodes(realm, user_id)
  return codes !== undefined && codes.confirmed_at !== null
}

/** Returns whether a login of the account needs a second factor. */
export const hasSecondFactor = (realm: ReadOnlyRealm, user_id: number): boolean =>
  hasTotp(realm, user_id) || hasPasskeys(realm, user_id)

/** Returns the second factors with which a login of the account can be completed. */
export const secondFactorsOf = (realm: ReadOnlyRealm, user_id: number): SecondFactor[] => {
  const has = {
    passkey: hasPasskeys(realm, user_id),
    totp: hasTotp(realm, user_id),
    recovery_code: countRecoveryCodes(realm, user_id) > 0,
  }
  return SECOND_FACTORS.filter((factor) => has[factor])
}

/** Makes a secret for one-time codes, and returns it. It is no factor before `confirmTotp`. */
export function startTotp(realm: Realm, user_id: number): string {
  const random = createHash('sha256').update(realm.randomKey(RANDOM_LENGTH)).digest()
  const secret = base32(random.subarray(0, SECRET_BYTES))
  writeSecret(realm, nameOf(user_id), secret)
  insertOneTimeCodes(realm, user_id)
  return secret
}

/** Returns the secret that waits for its first code. */
export function waitingSecret(realm: ReadOnlyRealm, user_id: number): string | undefined {
  const codes = findOneTimeCodes(realm, user_id)
  return codes?.confirmed_at === null ? readSecret(realm, nameOf(user_id)) : undefined
}

/** Turns one-time codes on. Returns the recovery codes, or undefined if the code is wrong or no secret waits for one. */
export function confirmTotp(realm: Realm, user_id: number, code: string): string[] | undefined {
  const codes = findOneTimeCodes(realm, user_id)
  if (codes === undefined || codes.confirmed_at !== null) return undefined
  const step = findStep(realm, user_id, { code, last_step: 0 })
  if (step === undefined) return undefined
  writeConfirmed(realm, user_id, step)
  return makeRecoveryCodes(realm, user_id)
}

/** Removes one-time codes. */
export function removeTotp(realm: Realm, user_id: number): void {
  deleteOneTimeCodes(realm, user_id)
  deleteSecret(realm, nameOf(user_id))
  forgetUnneededCodes(realm, user_id)
}

/** Removes one passkey. */
export function removePasskey(realm: Realm, { user_id, passkey_id }: Pick<Passkey, 'user_id' | 'passkey_id'>): void {
  deletePasskey(realm, user_id, passkey_id)
  forgetUnneededCodes(realm, user_id)
}

/** Removes all factors besides the password. */
export function removeFactors(realm: Realm, user_id: number): void {
  deletePasskeysOf(realm, user_id)
  removeTotp(realm, user_id)
}

/** Recovery codes replace another factor. Without one, they are worth nothing, and must not count after a later one is added. */
function forgetUnneededCodes(realm: Realm, user_id: number): void {
  if (!hasSecondFactor(realm, user_id)) replaceRecoveryCodes(realm, user_id, [])
}

/** Makes new recovery codes and returns them. The old ones are no longer accepted. The realm stores only hashes. */
export function makeRecoveryCodes(realm: Realm, user_id: number): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, () => realm.randomKey(RECOVERY_CODE_LENGTH).toLowerCase())
  replaceRecoveryCodes(realm, user_id, codes.map(hashApiKey))
  return codes.map(shownRecoveryCode)
}

/** Uses up a one-time code or a recovery code. Returns which one it was, or undefined if it is not accepted. */
export function useCode(realm: Realm, user_id: number, code: string): SecondFactor | undefined {
  const codes = findOneTimeCodes(realm, user_id)
  const recovery = typedRecoveryCode(code)
  if (recovery !== undefined)
    return consumeRecoveryCode(realm, user_id, hashApiKey(recovery)) ? 'recovery_code' : undefined
  if (codes === undefined || codes.confirmed_at === null) return undefined
  const step = findStep(realm, user_id, { code, last_step: codes.last_step })
  if (step === undefined) return undefined
  writeLastStep(realm, user_id, step)
  return 'totp'
}

/** 62 letters and digits: 43 of them are 256 random bits. */
const RANDOM_LENGTH = 43

const nameOf = (user_id: number) => `one-time codes of user ${user_id}`

function findStep(realm: ReadOnlyRealm, user_id: number, attempt: { code: string; last_step: number }) {
  const secret = readSecret(realm, nameOf(user_id))
  const { code, last_step } = attempt
  return secret === undefined ? undefined : acceptedStep(bytesOfBase32(secret), code, { now: realm.now(), last_step })
}
