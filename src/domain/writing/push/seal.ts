import { createHmac } from 'node:crypto'
import { newKeyPair } from '../../../store/randomness'

/**
 * Returns `text`, encrypted so that only the phone with this public key can read it: not the bouncer, and not the push
 * service. The scheme is HPKE (RFC 9180) in base mode, one message for each key. The functions have the names of the RFC.
 *
 *   KEM   DHKEM(X25519, HKDF-SHA256)     KDF   HKDF-SHA256     AEAD   AES-128-GCM
 *   info  "push notification"            aad   empty           sequence number 0
 *
 * The result is `enc || ciphertext`: the 32 bytes of the ephemeral public key, then the ciphertext with its tag. Each text
 * has a new ephemeral key, so no nonce is used twice. Throws if no key can be agreed on with `publicKey`.
 */
export async function seal(publicKey: Uint8Array, text: string): Promise<Uint8Array> {
  return sealBytes(publicKey, utf8(text), { ephemeral: await newKeyPair(X25519), info: INFO, aad: EMPTY })
}

type Context = { ephemeral: CryptoKeyPair; info: Uint8Array; aad: Uint8Array }

const utf8 = (text: string) => new TextEncoder().encode(text)

const X25519 = { name: 'X25519' } as const
const EMPTY = new Uint8Array()
const INFO = utf8('push notification')
const [SHARED_BITS, SECRET_BYTES, KEY_BYTES, NONCE_BYTES] = [256, 32, 16, 12]

/** Exported for the test vectors of the RFC, which have their own `info` and `aad`. */
export async function sealBytes(publicKey: Uint8Array, plain: Uint8Array, context: Context): Promise<Uint8Array> {
  const { ephemeral, info, aad } = context
  const enc = bytesOf(await crypto.subtle.exportKey('raw', ephemeral.publicKey))
  const recipient = await crypto.subtle.importKey('raw', publicKey, X25519, false, [])
  const agreement = { ...X25519, public: recipient }
  const dh = bytesOf(await crypto.subtle.deriveBits(agreement, ephemeral.privateKey, SHARED_BITS))
  const { key, nonce } = keySchedule(extractAndExpand(dh, [enc, publicKey]), info)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: aad }, aes, plain)
  return Buffer.concat([enc, bytesOf(ciphertext)])
}

function bytesOf(buffer: ArrayBuffer | JsonWebKey): Uint8Array {
  if (!(buffer instanceof ArrayBuffer)) throw new Error('A raw key is bytes')
  return new Uint8Array(buffer)
}

const twoBytes = (number: number) => new Uint8Array([number >> 8, number & 255])

// The identifiers that the RFC gives to each part of the suite.
const [KEM_ID, KDF_ID, AEAD_ID] = [0x0020, 0x0001, 0x0001]
const KEM_SUITE = Buffer.concat([utf8('KEM'), twoBytes(KEM_ID)])
const SUITE = Buffer.concat([utf8('HPKE'), twoBytes(KEM_ID), twoBytes(KDF_ID), twoBytes(AEAD_ID)])
const VERSION = 'HPKE-v1'
const BASE_MODE = new Uint8Array([0])

function extractAndExpand(dh: Uint8Array, kemContext: readonly Uint8Array[]): Uint8Array {
  const key = labeledExtract(KEM_SUITE, EMPTY, 'eae_prk', dh)
  return labeledExpand(KEM_SUITE, key, 'shared_secret', { info: kemContext, length: SECRET_BYTES })
}

function keySchedule(sharedSecret: Uint8Array, info: Uint8Array) {
  const pskIdHash = labeledExtract(SUITE, EMPTY, 'psk_id_hash', EMPTY)
  const context = [BASE_MODE, pskIdHash, labeledExtract(SUITE, EMPTY, 'info_hash', info)]
  const secret = labeledExtract(SUITE, sharedSecret, 'secret', EMPTY)
  return {
    key: labeledExpand(SUITE, secret, 'key', { info: context, length: KEY_BYTES }),
    nonce: labeledExpand(SUITE, secret, 'base_nonce', { info: context, length: NONCE_BYTES }),
  }
}

const labeledExtract = (suite: Uint8Array, salt: Uint8Array, label: string, key: Uint8Array): Uint8Array =>
  hmac(salt, [VERSION, suite, label, key])

type Expansion = { info: readonly Uint8Array[]; length: number }

// No length here exceeds the 32 bytes of the hash, so one round of HKDF-Expand is enough.
const labeledExpand = (suite: Uint8Array, secret: Uint8Array, label: string, { info, length }: Expansion): Uint8Array =>
  hmac(secret, [twoBytes(length), VERSION, suite, label, ...info, new Uint8Array([1])]).slice(0, length)

function hmac(key: Uint8Array, parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
