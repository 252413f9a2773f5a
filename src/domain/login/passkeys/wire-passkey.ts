import * as v from 'valibot'
import { named } from '../../../api/named'
import { text } from '../../../api/params'
import type { ReadOnlyRealm } from '../../../realm'
import { passkeysOf } from '../../people/passkeys/storage'

export const passkeyShape = named(
  'Passkey',
  v.object({
    passkey_id: v.number(),
    name: v.string(),
    date_created: v.number(),
    last_used: v.nullable(v.number()),
    is_backed_up: v.boolean(),
  }),
)

/** Returns the passkeys of a user in the form of the API. */
export const wirePasskeys = (realm: ReadOnlyRealm, user_id: number): v.InferOutput<typeof passkeyShape>[] =>
  passkeysOf(realm, user_id).map(({ passkey_id, name, created_at, used_at, is_backed_up }) => ({
    passkey_id,
    name,
    date_created: created_at,
    last_used: used_at,
    is_backed_up,
  }))

const MAX_ID_CHARACTERS = 1400
const MAX_CLIENT_DATA_CHARACTERS = 4000
const MAX_AUTHENTICATOR_CHARACTERS = 10_000
const MAX_SIGNATURE_CHARACTERS = 1000
const MAX_TRANSPORTS = 10

const type = v.literal('public-key')

/** A new passkey, as `PublicKeyCredential.toJSON()` returns it in a browser. Other fields are ignored. */
export const registrationParam = v.object({
  id: text(MAX_ID_CHARACTERS),
  type,
  response: v.object({
    clientDataJSON: text(MAX_CLIENT_DATA_CHARACTERS),
    attestationObject: text(MAX_AUTHENTICATOR_CHARACTERS),
    transports: v.optional(v.pipe(v.array(text(20)), v.maxLength(MAX_TRANSPORTS)), []),
  }),
})

/** A signature of a passkey, as `PublicKeyCredential.toJSON()` returns it in a browser. Other fields are ignored. */
export const assertionParam = v.object({
  id: text(MAX_ID_CHARACTERS),
  type,
  response: v.object({
    clientDataJSON: text(MAX_CLIENT_DATA_CHARACTERS),
    authenticatorData: text(MAX_AUTHENTICATOR_CHARACTERS),
    signature: text(MAX_SIGNATURE_CHARACTERS),
    userHandle: v.optional(v.nullable(text(100)), null),
  }),
})

export type RegistrationCredential = v.InferOutput<typeof registrationParam>
export type AssertionCredential = v.InferOutput<typeof assertionParam>

const key = { type: v.string(), id: v.string(), transports: v.array(v.string()) }

/** What a browser gives to `navigator.credentials.create`, in the form of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptionsShape = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.string(), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(v.object(key)),
  authenticatorSelection: v.object({
    residentKey: v.string(),
    requireResidentKey: v.boolean(),
    userVerification: v.string(),
  }),
  attestation: v.string(),
})

/** What a browser gives to `navigator.credentials.get`, in the form of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptionsShape = v.object({
  challenge: v.string(),
  timeout: v.number(),
  rpId: v.string(),
  allowCredentials: v.array(v.object(key)),
  userVerification: v.string(),
})

export type CreationOptions = v.InferOutput<typeof creationOptionsShape>
export type RequestOptions = v.InferOutput<typeof requestOptionsShape>
