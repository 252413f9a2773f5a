import { createHash, createPublicKey, verify } from 'node:crypto'
import { readAuthenticatorData, type AuthenticatorData } from './authenticator-data-rules'
import { decodeCbor, MalformedCbor } from './cbor-rules'
import { bytesOf, readClientData } from './client-data-rules'
import type { NewPasskey, Passkey, PublicKey } from './passkey'

/** The page for which a signature counts, and whether the device must have verified its user, by a PIN or a finger. */
export type Expected = { origin: string; rp_id: string; needsVerifiedUser: boolean }

/** What a browser sends about a new passkey. All values are base64url. */
export type Registration = { id: string; clientDataJSON: string; attestationObject: string }

/** What a browser sends about a signature of a passkey. */
export type Assertion = { id: string; clientDataJSON: string; authenticatorData: string; signature: string }

/**
 * Returns the passkey that a device made, or undefined if a rule of WebAuthn §7.1 is broken. The realm has compared the challenge.
 * The statement of the manufacturer is not read: any device may be used.
 */
export const acceptedRegistration = (registration: Registration, expected: Expected): NewPasskey | undefined =>
  unlessMalformed(() => {
    const client = bytesOf(registration.clientDataJSON)
    const attestation = decodeCbor(bytesOf(registration.attestationObject) ?? EMPTY)
    const data = attestation instanceof Map ? attestation.get('authData') : undefined
    if (client === undefined || !(data instanceof Uint8Array)) return undefined
    const stated = readAuthenticatorData(data)
    if (!isFrom(client, 'webauthn.create', expected) || !isAcceptable(stated, expected)) return undefined
    const { credential_id, public_key } = stated.made ?? {}
    if (public_key === undefined || credential_id === undefined || credential_id !== registration.id) return undefined
    const { sign_count, is_backup_eligible, is_backed_up } = stated
    return { ...public_key, credential_id, sign_count, is_backup_eligible, is_backed_up }
  })

export type Use = Pick<Passkey, 'sign_count' | 'is_backed_up'>

/**
 * Returns what changes in a passkey with a signature that it made, or undefined if a rule of WebAuthn §7.2 is broken. The realm
 * has compared the challenge.
 */
export const acceptedAssertion = (assertion: Assertion, passkey: Passkey, expected: Expected): Use | undefined =>
  unlessMalformed(() => {
    const client = bytesOf(assertion.clientDataJSON)
    const data = bytesOf(assertion.authenticatorData)
    const signature = bytesOf(assertion.signature)
    if (client === undefined || data === undefined || signature === undefined) return undefined
    const stated = readAuthenticatorData(data)
    if (assertion.id !== passkey.credential_id || !isFrom(client, 'webauthn.get', expected)) return undefined
    if (!isAcceptable(stated, expected) || stated.is_backup_eligible !== passkey.is_backup_eligible) return undefined
    if (!hasRisen(stated.sign_count, passkey.sign_count)) return undefined
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    if (!isSignedBy(passkey, signed, signature)) return undefined
    return { sign_count: stated.sign_count, is_backed_up: stated.is_backed_up }
  })

const EMPTY = new Uint8Array()

function isFrom(bytes: Uint8Array, type: string, { origin }: Expected): boolean {
  const client = readClientData(bytes)
  return client?.type === type && client.origin === origin && !client.isEmbedded
}

function isAcceptable(stated: AuthenticatorData, { rp_id, needsVerifiedUser }: Expected): boolean {
  if (!createHash('sha256').update(rp_id).digest().equals(stated.rp_id_hash)) return false
  if (!stated.isUserPresent || (needsVerifiedUser && !stated.isUserVerified)) return false
  // A private key that only one device can have has no copy.
  return stated.is_backup_eligible || !stated.is_backed_up
}

/** A copied device would repeat counts. Authenticators that share a private key do not count, and always state 0. */
const hasRisen = (stated: number, last: number): boolean => (stated === 0 && last === 0) || stated > last

function isSignedBy({ algorithm, jwk }: PublicKey, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    // Ed25519 hashes by itself. For the others, ES256 and RS256, the signature is in the form that node:crypto expects.
    return verify(algorithm === -8 ? null : 'sha256', signed, key, signature)
  } catch {
    return false
  }
}

function unlessMalformed<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedCbor) return undefined
    throw error
  }
}
