import { createHash } from 'node:crypto'
import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { bytesOf, readClientData } from '../../people/passkeys/client-data-rules'
import { ALGORITHMS, CHALLENGE_SECONDS, type Passkey } from '../../people/passkeys/passkey'
import type { Expected } from '../../people/passkeys/signature-rules'
import {
  findHandle,
  insertChallenge,
  insertHandle,
  passkeysOf,
  takeChallenge,
  type Place,
} from '../../people/passkeys/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import type { CreationOptions, RequestOptions } from './wire-passkey'

/** 62 letters and digits: 43 of them are 256 random bits. */
const RANDOM_LENGTH = 43

/** The place of challenges that only one session can use. */
export const placeOfSession = (purpose: Exclude<Place['purpose'], 'log_in'>, session_id: number): Place => ({
  purpose,
  bound_to: `session ${session_id}`,
})

/** The place of challenges that only the browser with this secret in its cookie can use. */
export const placeOfBrowser = (binding: string): Place => ({ purpose: 'log_in', bound_to: hashApiKey(binding) })

/** Passkeys belong to the whole host of the realm. With the host above it, a page of a sibling realm could ask for them. */
const relyingPartyOf = (realm: ReadOnlyRealm) => {
  const { origin, hostname } = new URL(realm.client.realm_url)
  return { origin, rp_id: hostname }
}

/** Returns what a signature must be for to count in this realm. */
export const expectedOf = (realm: ReadOnlyRealm, needsVerifiedUser: boolean): Expected => ({
  ...relyingPartyOf(realm),
  needsVerifiedUser,
})

/** Makes a challenge, and returns the options with which a browser makes a passkey. */
export function creationOptions(realm: Realm, user: User, place: Place): CreationOptions {
  return {
    rp: { id: relyingPartyOf(realm).rp_id, name: settingsOf(realm).name },
    user: { id: handleOf(realm, user.user_id), name: user.delivery_email, displayName: user.full_name },
    challenge: newChallenge(realm, place),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: passkeysOf(realm, user.user_id).map(nameOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
  }
}

/**
 * Makes a challenge, and returns the options with which a browser asks for a signature. Without passkeys, the user chooses one
 * that the device has for this realm, and needs to type no address.
 */
export function requestOptions(
  realm: Realm,
  place: Place,
  { passkeys, userVerification }: { passkeys: readonly Passkey[]; userVerification: 'required' | 'preferred' },
): RequestOptions {
  return {
    challenge: newChallenge(realm, place),
    timeout: CHALLENGE_SECONDS * 1000,
    rpId: relyingPartyOf(realm).rp_id,
    allowCredentials: passkeys.map(nameOf),
    userVerification,
  }
}

/** Uses up the challenge in the data of a browser. Returns false if this browser got no such challenge for this purpose. */
export function takeChallengeIn(realm: Realm, clientDataJSON: string, place: Place): boolean {
  const bytes = bytesOf(clientDataJSON)
  const challenge = bytes && readClientData(bytes)?.challenge
  return challenge !== undefined && takeChallenge(realm, challenge, place)
}

function newChallenge(realm: Realm, place: Place): string {
  const challenge = random(realm)
  insertChallenge(realm, challenge, place)
  return challenge
}

/** Returns the random number by which devices know the account. It says nothing about the account. */
function handleOf(realm: Realm, user_id: number): string {
  const stored = findHandle(realm, user_id)
  if (stored !== undefined) return stored
  const handle = random(realm)
  insertHandle(realm, user_id, handle)
  return handle
}

const random = (realm: Realm): string =>
  createHash('sha256').update(realm.randomKey(RANDOM_LENGTH)).digest().toString('base64url')

const nameOf = ({ credential_id, transports }: Passkey) => ({
  type: 'public-key',
  id: credential_id,
  transports: [...transports],
})
